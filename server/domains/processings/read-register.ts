import { addMonths, berlinToday } from '#contract/dates.ts'
import { displayPhone } from '#contract/phone.ts'
import { authorityOf } from '#contract/privacynotices/notice-texts.ts'
import type { Processing, ProcessingRegister } from '#contract/processings/processings.ts'
import {
  type Activity,
  type ProcessingFacts,
  productActivities,
  productMeasures,
} from '#contract/processings/product-activities.ts'
import { SENSITIVE_LABELS, type SensitiveKind } from '#contract/sensitive/sensitive.kinds.ts'
import { LOG_OBJECTS } from '#contract/userlog/userlog.objects.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listProcessors } from '#server/domains/processors/processors.shared.queries.ts'
import { getSchool, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import type { Platform } from '#server/http/platform.ts'
import { getUsage, listExports, listProcessings, type ProcessingRow } from './processings.queries.ts'

export type RegisterTools = Pick<Platform, 'mailHost' | 'hasBackups' | 'backupKeepDays'>

/** What leaves the program by these actions; exports are named by what they contain. */
const NAMES: Record<string, string> = {
  access_package_created: 'Auskunft nach Art. 15 DSGVO',
  registrations_printed: 'Aufnahmeanträge als PDF',
  certificate_created: 'Schulbescheinigung',
}

/** „SuS (WebUntis)“: the kind of object, and the format where there are several. */
const exportName = ({ action, entity_type, format }: Awaited<ReturnType<typeof listExports>>[number]) => {
  const label = NAMES[action] ?? LOG_OBJECTS[entity_type]?.label ?? entity_type
  return format ? `${label} (${format})` : label
}

async function readFacts(tx: SchoolTransaction, tools: RegisterTools, today: string): Promise<ProcessingFacts> {
  const { isActive, unverified_purge_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const { public_enabled, notify_guardians } = await getSetting(tx, 'SICKNOTE_SETTINGS')
  const year = addMonths(today, -12)
  const usage = await getUsage(tx, { year, halfYear: addMonths(today, -6) })
  const exports = await listExports(tx, year)
  return {
    periods: { ...(await getSetting(tx, 'RETENTION_SETTINGS')), unverified_purge_days },
    hasRegistrations: isActive,
    hasParentLinks: public_enabled,
    notifiesGuardians: notify_guardians,
    hasConsents: usage.has_consents,
    sensitiveKinds: usage.sensitive_kinds.map((kind) => SENSITIVE_LABELS[kind as SensitiveKind] ?? kind),
    exports: exports.map((one) => ({
      what: exportName(one),
      count: one.count,
      last_on: berlinToday(new Date(one.last_at)),
    })),
    imports: usage.imports,
    mails: usage.mails,
    mailHost: tools.mailHost ?? null,
    digests: usage.digests,
    calendars: usage.calendars,
    backupDays: tools.hasBackups ? tools.backupKeepDays : null,
    processors: await listProcessors(tx),
  }
}

const withAddition = (activity: Activity, rows: readonly ProcessingRow[]): Processing => {
  const row = rows.find(({ key }) => key === activity.key)
  return {
    ...activity,
    key: activity.key as Processing['key'],
    id: row?.id ?? null,
    note: row?.note ?? null,
    reviewed_on: row?.reviewed_on ?? null,
    // A row that is made by the first addition begins with this version.
    version: row?.version ?? 1,
  }
}

const linesOf = (text: string | null) => (text ?? '').split('\n').filter((line) => line.trim() !== '')

const ownOf = (row: ProcessingRow): Processing[] =>
  row.title === null
    ? []
    : [
        {
          key: null,
          id: row.id,
          title: row.title,
          purpose: row.purpose ?? '',
          legal_basis: row.legal_basis ?? '',
          persons: row.persons ?? '',
          categories: row.categories ?? '',
          recipients: linesOf(row.recipients),
          retention: linesOf(row.retention),
          note: row.note,
          reviewed_on: row.reviewed_on,
          version: row.version,
        },
      ]

/** The register as it is today: what the program does, what the school adds, and what it does besides. */
export async function readRegister(
  tx: SchoolTransaction,
  tools: RegisterTools,
  today: string,
): Promise<ProcessingRegister> {
  const school = await getSchool(tx)
  const facts = await readFacts(tx, tools, today)
  const rows = await listProcessings(tx)
  return {
    controller: [
      { label: 'Träger', value: school.carrier_name },
      { label: 'Schule', value: school.name },
      { label: 'Anschrift', value: `${school.street} ${school.house_number}, ${school.zip} ${school.city}` },
      { label: 'Erreichbar', value: `${displayPhone(school.phone)}, ${school.mail}` },
      { label: 'Datenschutzkontakt', value: school.privacy_officer_contact },
      { label: 'Aufsichtsbehörde', value: authorityOf(school) },
    ],
    activities: [...productActivities(facts).map((one) => withAddition(one, rows)), ...rows.flatMap(ownOf)],
    measures: productMeasures(facts),
  }
}
