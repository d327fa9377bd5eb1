import type { PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { clockText, employeeRetentions } from '#contract/retentions/retentions.people.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { periodSection } from './legal-periods.ts'
import { processorLines } from './legal-receivers.ts'
import { doneSection, logSection } from './log-section.ts'
import { mailSection, mailWords } from './mail-section.ts'
import type { PackageContext } from './package-context.ts'
import {
  listDone,
  listEmployeeMails,
  listLogAbout,
  listRows,
  listSessionsOf,
  type StoredRow,
} from './package-rows.queries.ts'
import { paperSection } from './paper-section.ts'
import { privacySections } from './privacy-sections.ts'
import { retentionSection } from './retention-section.ts'
import { factsOf } from './shown-facts.ts'
import { STAFF_TABLES } from './shown-staff.ts'
import { entry, filled, section, tableSection } from './tree.ts'

/** The account itself: it belongs to no school, so it stands once in a package. */
export async function accountSection(context: PackageContext, account: StoredRow): Promise<PackageSection> {
  const { tx, names } = context
  const mails = await listRows(tx, 'account_mail', { column: 'user_id', ids: [account.id] })
  const sessions = await listSessionsOf(tx, account.id)
  const passkeys = await listRows(tx, 'passkey', { column: 'user_id', ids: [account.id] })
  const identities = await listRows(tx, 'identity', { column: 'user_id', ids: [account.id] })
  return section('app_user', 'Benutzerkonto', {
    paragraphs: ['Das Passwort ist nur als Prüfsumme gespeichert. Niemand kann es lesen.'],
    entries: [entry(factsOf(STAFF_TABLES.app_user, account, { names }))],
    sections: filled([
      tableSection(['session', 'Anmeldungen'], { table: STAFF_TABLES.session, rows: sessions, names }),
      tableSection(['passkey', 'Passkeys'], { table: STAFF_TABLES.passkey, rows: passkeys, names }),
      tableSection(['identity', 'Verbundene Anmeldedienste'], {
        table: STAFF_TABLES.identity,
        rows: identities,
        names,
      }),
      section('account_mail', 'E-Mails zum Konto', {
        entries: mails.map((row) => {
          const facts = factsOf(STAFF_TABLES.account_mail, row, { names })
          return entry(facts.map((one) => (one.key === 'template' ? { ...one, text: mailWords(one.value) } : one)))
        }),
      }),
    ]),
  })
}

export const accountElsewhere = section('app_user', 'Benutzerkonto', {
  paragraphs: [
    'Angaben zum Benutzerkonto und dazu, was mit ihm getan wurde, sind nicht enthalten. Wer an der Schule die Benutzer verwaltet, gibt darüber gesondert Auskunft.',
  ],
})

async function employeePart(context: PackageContext, employee: StoredRow): Promise<PackageSection> {
  const { tx, names } = context
  const functions = await listRows(tx, 'schoolclass_employee', { column: 'employee_id', ids: [employee.id] })
  const mails = await listEmployeeMails(tx, employee.id)
  const log = await listLogAbout(tx, [
    { entity_type: 'employee', ids: [employee.id] },
    { entity_type: 'schoolclass_employee', ids: functions.map(({ id }) => id) },
  ])
  return section('employee', 'Angaben zur Arbeit an der Schule', {
    entries: [entry(factsOf(STAFF_TABLES.employee, employee, { names }))],
    sections: filled([
      tableSection(['schoolclass_employee', 'Aufgaben in Klassen'], {
        table: STAFF_TABLES.schoolclass_employee,
        rows: functions,
        names,
      }),
      ...(await paperSection(context, 'employee', employee.id)),
      ...(mails.length > 0 ? [mailSection(mails, { names })] : []),
      logSection(log),
      ...(await retentionSection(context, 'employee_id', employee.id)),
      ...(await privacySections(context, { subject: 'employee', id: employee.id })),
    ]),
  })
}

async function usePart(context: PackageContext, userId: number): Promise<PackageSection[]> {
  const { tx, names } = context
  const of = { column: 'user_id', ids: [userId] }
  const { saved_view, sicknote_feed } = STAFF_TABLES
  return [
    tableSection(['saved_view', 'Gemerkte Ansichten'], {
      table: saved_view,
      rows: await listRows(tx, 'saved_view', of),
      names,
    }),
    tableSection(['sicknote_feed', 'E-Mail und Kalender zu Abwesenheiten'], {
      table: sicknote_feed,
      rows: await listRows(tx, 'sicknote_feed', of),
      names,
    }),
    logSection(await listLogAbout(tx, [{ entity_type: 'user', ids: [userId] }]), userId),
    ...(await privacySections(context, { subject: 'user', id: userId })),
    doneSection(await listDone(tx, userId)),
  ]
}

async function staffPeriods({ tx }: PackageContext, employee: StoredRow | undefined) {
  const settings = await getSetting(tx, 'RETENTION_SETTINGS')
  const known = {
    date_exit: (employee?.date_exit ?? null) as string | null,
    reduced_on: (employee?.reduced_on ?? null) as string | null,
  }
  const clock = clockText(employeeRetentions(known, settings))
  return periodSection(tx, ['employee_months', 'employee_years'], {
    own: [clock || 'Solange Sie an der Schule arbeiten, läuft keine Frist.'],
    more: ['Ein deaktiviertes Benutzerkonto wird nach sechs Monaten gelöscht.'],
  })
}

const sourceSection = async ({ tx }: PackageContext) =>
  section('source', 'Woher die Angaben stammen und wer sie bekommt', {
    paragraphs: [
      'Die Schule hat die Angaben eingetragen. Anmeldungen und Protokoll entstehen beim Arbeiten mit dem Programm.',
      'Schulleitung und Sekretariat sehen sie. Name, Kürzel und Klassen sehen auch andere Beschäftigte.',
      ...(await processorLines(tx)),
    ],
  })

/** What one school has about somebody who works there. */
export async function staffAtSchool(
  context: PackageContext,
  { employees, userId }: { employees: readonly StoredRow[]; userId: number | null },
): Promise<PackageSection[]> {
  const parts: PackageSection[] = []
  for (const employee of employees) parts.push(await employeePart(context, employee))
  return filled([
    ...parts,
    ...(userId === null ? [] : await usePart(context, userId)),
    await sourceSection(context),
    await staffPeriods(context, employees[0]),
  ])
}
