import {
  PACKAGE_TEXTS,
  type PackageForm,
  type PackageOptions,
  type PackageRecipient,
} from '#contract/accesspackages/accesspackages.ts'
import { isOfAge } from '#contract/dates.ts'
import { relationshipText } from '#contract/families/relationships.ts'
import { fullName } from '#contract/person-names.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader } from '#server/db/viewer.ts'
import { readFamily, refusalFor } from './family-sections.ts'
import { findSame } from './find-same.ts'
import { listRows, type StoredRow } from './package-rows.queries.ts'
import { findSubject } from './package-subjects.ts'

const nameOf = (row: StoredRow) => fullName(row as never)

async function recipientsOfPupil(tx: SchoolTransaction, pupil: StoredRow, today: string): Promise<PackageRecipient[]> {
  const { relatives } = await readFamily(tx, pupil.id)
  return [
    { id: null, name: nameOf(pupil), role: PACKAGE_TEXTS.self, refusal: null },
    ...relatives.map(({ guardian, relation }) => ({
      id: guardian.id,
      name: nameOf(guardian),
      role: relationshipText(String(relation.relationship)),
      refusal: refusalFor(relation, pupil, today),
    })),
  ]
}

async function recipientsOfRegistration(tx: SchoolTransaction, id: number): Promise<PackageRecipient[]> {
  const contacts = await listRows(tx, 'registration_contact', { column: 'registration_id', ids: [id] })
  return contacts.map((contact) => ({
    id: contact.id,
    name: nameOf(contact),
    role: relationshipText(String(contact.relationship)),
    refusal: null,
  }))
}

/** Everybody for whom a package about this record can be made, as its dialog offers it. */
export async function recipientsOf(
  tx: SchoolTransaction,
  { subject, record, today }: { subject: PackageForm['subject']; record: StoredRow; today: string },
): Promise<PackageRecipient[]> {
  if (subject === 'pupil') return recipientsOfPupil(tx, record, today)
  if (subject === 'registration') return recipientsOfRegistration(tx, record.id)
  return [{ id: null, name: subject === 'user' ? String(record.name) : nameOf(record), role: null, refusal: null }]
}

/** The children whose data a package of this subject holds. */
async function childrenOf(tx: SchoolTransaction, { subject, id }: Pick<PackageForm, 'subject' | 'id'>, today: string) {
  if (subject === 'pupil') return [id]
  if (subject !== 'guardian') return []
  const relations = await listRows(tx, 'pupil_guardian', { column: 'guardian_id', ids: [id] })
  const pupils = await listRows(tx, 'pupil', { column: 'id', ids: relations.map(({ pupil_id }) => Number(pupil_id)) })
  return pupils.filter(({ birthdate }) => !isOfAge(String(birthdate), today)).map((pupil) => pupil.id)
}

const hasBlockingNote = async (tx: SchoolTransaction, ids: readonly number[]) =>
  (await listRows(tx, 'pupil_sensitive', { column: 'pupil_id', ids })).some(({ kind }) => kind === 'blocking_note')

/** What the dialog offers. It contains nothing that the pages of the record do not show. */
export async function readOptions(
  tx: SchoolTransaction,
  asked: Pick<PackageForm, 'subject' | 'id'>,
  { viewer, today }: Reader,
): Promise<PackageOptions> {
  const record = await findSubject(tx, asked, viewer)
  const children = await childrenOf(tx, asked, today)
  return {
    recipients: await recipientsOf(tx, { subject: asked.subject, record, today }),
    also: asked.subject === 'guardian' ? await findSame(tx, record, viewer) : [],
    may_include_sensitive: children.length > 0 && viewer.permissions.includes('view pupil sensitive'),
    has_blocking_note: await hasBlockingNote(tx, children),
  }
}
