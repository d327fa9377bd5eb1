import type { PackageData, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import {
  type AlsoRecord,
  PACKAGE_TEXTS,
  type PackageForm,
  type PackageRecipient,
} from '#contract/accesspackages/accesspackages.ts'
import { fullName } from '#contract/person-names.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { listReachableSchools } from '#server/domains/account/account.shared.queries.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { findAccount } from '#server/domains/users/users.shared.queries.ts'
import { forbidden, invalid } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import type { Audience } from './audience.ts'
import { childSections } from './child-sections.ts'
import { readFamily } from './family-sections.ts'
import { findSame } from './find-same.ts'
import { guardianAtSchool } from './guardian-tree.ts'
import { purposeSection, rightsSection } from './legal-rights.ts'
import type { PackageContext, PackageFile } from './package-context.ts'
import { recipientsOf } from './package-options.ts'
import { listRows, readNames, type StoredRow } from './package-rows.queries.ts'
import { findSubject, mayReadAccount, refuseRecipient, requireRequest } from './package-subjects.ts'
import { contactRegistration } from './registration-section.ts'
import { accountElsewhere, accountSection, staffAtSchool } from './staff-tree.ts'
import { asPerson } from './surroundings.ts'
import { section } from './tree.ts'

/** What was asked for, and who asks. */
interface WantedPackage {
  form: PackageForm
  record: StoredRow
  recipient: PackageRecipient
  acting: Acting
  keys: SecretRing
  files: PackageFile[]
}

/** Children whose data is in the package, school by school. */
export type IncludedPupils = readonly { school_id: number; ids: readonly number[] }[]

interface Content {
  sections: PackageSection[]
  pupils: IncludedPupils
}

/** Who reads the records of one school. */
type Reader = Pick<Audience, 'person'> & Partial<Pick<Audience, 'guardianIds' | 'contactIds'>> & { schoolId: number }

async function contextOf(
  tx: SchoolTransaction,
  { form, acting, keys, files }: WantedPackage,
  { schoolId, person, guardianIds = [], contactIds = [] }: Reader,
): Promise<PackageContext> {
  const { with_sensitive: hasSensitive, with_blocking_notes: hasBlockingNotes } = form
  const audience: Audience = { person, guardianIds, contactIds, hasSensitive, hasBlockingNotes }
  return { tx, schoolId, keys, acting, names: await readNames(tx), audience, files, seesTexts: true }
}

async function pupilContent(tx: SchoolTransaction, wanted: WantedPackage): Promise<Content> {
  const { record, recipient, acting } = wanted
  const { school_id: schoolId } = acting.viewer
  const family = await readFamily(tx, record.id)
  const guardian = family.relatives.find((one) => one.guardian.id === recipient.id)?.guardian
  const guardianIds = guardian ? [guardian.id] : []
  const context = await contextOf(tx, wanted, { schoolId, person: guardian ? asPerson(guardian) : null, guardianIds })
  return {
    sections: await childSections(context, record, family),
    pupils: [{ school_id: schoolId, ids: [record.id] }],
  }
}

async function registrationContent(tx: SchoolTransaction, wanted: WantedPackage): Promise<Content> {
  const { record, recipient, acting } = wanted
  const [contact] = await listRows(tx, 'registration_contact', { column: 'id', ids: [recipient.id ?? 0] })
  if (!contact) throw refuseRecipient()
  const schoolId = acting.viewer.school_id
  const context = await contextOf(tx, wanted, { schoolId, person: asPerson(contact), contactIds: [contact.id] })
  return { sections: [await contactRegistration(context, record)], pupils: [] }
}

const isSameRecord = (a: AlsoRecord, b: AlsoRecord) => a.kind === b.kind && a.school_id === b.school_id && a.id === b.id

/** The records to include, school by school; 422 for one that is not offered. */
async function confirmedRecords(tx: SchoolTransaction, { form, record, acting }: WantedPackage) {
  const offered = form.also.length > 0 ? await findSame(tx, record, acting.viewer) : []
  if (!form.also.every((one) => offered.some((other) => isSameRecord(one, other))))
    throw invalid({ also: [PACKAGE_TEXTS.notAlso] })
  const own: AlsoRecord = { kind: 'guardian', school_id: acting.viewer.school_id, id: record.id }
  return Map.groupBy([own, ...form.also], ({ school_id }) => school_id)
}

async function guardianContent(tx: SchoolTransaction, wanted: WantedPackage): Promise<Content> {
  const { record, acting } = wanted
  const records = await confirmedRecords(tx, wanted)
  const pupils: { school_id: number; ids: number[] }[] = []
  const idsOf = (schoolId: number, kind: AlsoRecord['kind']) =>
    (records.get(schoolId) ?? []).filter((one) => one.kind === kind).map(({ id }) => id)
  const scope = { own: acting.viewer.school_id, schoolIds: [...records.keys()] }
  const sections = await withSchools(tx, scope, async (inside, schoolId) => {
    const guardianIds = idsOf(schoolId, 'guardian')
    const contactIds = idsOf(schoolId, 'contact')
    const context = await contextOf(inside, wanted, { schoolId, person: asPerson(record), guardianIds, contactIds })
    const part = await guardianAtSchool(context)
    pupils.push({ school_id: schoolId, ids: part.pupilIds })
    return section('school', (await getSchool(inside)).name, { sections: part.sections })
  })
  return { sections, pupils }
}

/** The account once for all schools, or a line that it has to be asked for apart. */
async function accountPart(context: PackageContext, { userId, isIncluded }: { userId: number; isIncluded: boolean }) {
  if (!isIncluded) return [accountElsewhere]
  const [account] = await listRows(context.tx, 'app_user', { column: 'id', ids: [userId] })
  return account ? [await accountSection(context, account)] : []
}

/** Somebody who works here: the account, and each school that the viewer and this person share. */
async function staffContent(tx: SchoolTransaction, wanted: WantedPackage): Promise<Content> {
  const { form, record, acting } = wanted
  const userId = form.subject === 'user' ? record.id : ((record.user_id as number | null) ?? null)
  const { school_id: own } = acting.viewer
  const isIncluded = userId !== null && (await mayReadAccount(tx, userId, acting.viewer))
  const attached = userId !== null && isIncluded ? ((await findAccount(tx, userId))?.school_ids ?? []) : []
  const reachable = userId === null ? [] : (await listReachableSchools(tx, acting.viewer)).map(({ id }) => id)
  const schools = [own, ...reachable.filter((id) => id !== own)]
  const everywhere = { person: asPerson(record) }
  const parts = await withSchools(tx, { own, schoolIds: schools }, async (inside, schoolId) => {
    const context = await contextOf(inside, wanted, { ...everywhere, schoolId })
    const linked = userId === null ? [] : await listRows(inside, 'employee', { column: 'user_id', ids: [userId] })
    const isOwn = schoolId === own && form.subject === 'employee'
    const employees = isOwn ? [record] : linked
    if (employees.length === 0 && !attached.includes(schoolId)) return []
    const sections = await staffAtSchool(context, { employees, userId: isIncluded ? userId : null })
    return [section('school', (await getSchool(inside)).name, { sections })]
  })
  if (userId === null) return { sections: parts.flat(), pupils: [] }
  const context = await contextOf(tx, wanted, { ...everywhere, schoolId: own })
  return { sections: [...(await accountPart(context, { userId, isIncluded })), ...parts.flat()], pupils: [] }
}

const CONTENT = {
  pupil: pupilContent,
  guardian: guardianContent,
  registration: registrationContent,
  employee: staffContent,
  user: staffContent,
} as const

const chosenRecipient = async (
  tx: SchoolTransaction,
  form: PackageForm,
  { record, today }: { record: StoredRow; today: string },
) => {
  const recipients = await recipientsOf(tx, { subject: form.subject, record, today })
  const recipient = recipients.find(({ id }) => id === form.recipient_id)
  if (!recipient || recipient.refusal !== null) throw refuseRecipient()
  return recipient
}

const titleOf = ({ subject }: PackageForm, record: StoredRow) => {
  if (subject === 'registration') return `Bewerbung ${String(record.number)}`
  return subject === 'user' ? String(record.name) : fullName(record as never)
}

/** Reads everything stored about somebody, as this recipient may see it. */
export async function buildPackage(
  tx: SchoolTransaction,
  form: PackageForm,
  { acting, keys }: { acting: Acting; keys: SecretRing },
): Promise<{ data: PackageData; pupils: IncludedPupils; files: PackageFile[] }> {
  const record = await findSubject(tx, form, acting.viewer)
  await requireRequest(tx, form)
  const mayIncludeSensitive = acting.viewer.permissions.includes('view pupil sensitive')
  if ((form.with_sensitive || form.with_blocking_notes) && !mayIncludeSensitive) throw forbidden()
  const recipient = await chosenRecipient(tx, form, { record, today: acting.today })
  const files: PackageFile[] = []
  const { sections, pupils } = await CONTENT[form.subject](tx, { form, record, recipient, acting, keys, files })
  const school = await getSchool(tx)
  const rights = rightsSection({ carrier: school.carrier_name, officer: school.privacy_officer_contact })
  return {
    pupils,
    files,
    data: {
      format: 'schulhof-auskunft',
      version: 1,
      created_at: acting.now.toISOString(),
      subject: form.subject,
      title: titleOf(form, record),
      recipient: recipient.name,
      school: school.name,
      sections: [...sections, purposeSection(form.subject), rights],
    },
  }
}
