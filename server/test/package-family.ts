import type { Insertable } from 'kysely'
import type { DB } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { sealContent } from '#server/domains/sensitive/seal-entry.shared.ts'
import { takeSensitiveId } from '#server/domains/sensitive/sensitive.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'

/** Writes a row of any table; answers its id. */
export const insertRow = async <T extends keyof DB>(tx: SchoolTransaction, table: T, row: Insertable<DB[T]>) => {
  const { id } = (await tx
    .insertInto(table as 'guardian')
    .values(row as never)
    .returning('id')
    .executeTakeFirstOrThrow()) as { id: number }
  return id
}

const MOTHER = { street: 'Annaweg', house_number: '1', zip: '15999', city: 'Annastadt' }
const FATHER = { street: 'Pauldamm', house_number: '2', zip: '14467', city: 'Paulheim' }

interface Planting {
  school_id: number
  mia: number
  anna: number
  paul: number
  keys: SecretRing
}

const plantPeople = (tx: SchoolTransaction, { mia, anna, paul }: Planting) =>
  Promise.all([
    tx
      .updateTable('pupil')
      .set({ ...MOTHER, note: 'Notenständer', birthplace: 'Geburtsdorf', phone: '0152 11111111' })
      .where('id', '=', mia)
      .execute(),
    tx
      .updateTable('guardian')
      .set({ mail: 'annapost@example.org', phone_mobile: '0152 22222222' })
      .where('id', '=', anna)
      .execute(),
    tx
      .updateTable('guardian')
      .set({ ...FATHER, mail: 'paulpost@example.org', phone_mobile: '0152 33333333', interpreter_language: 'pl' })
      .where('id', '=', paul)
      .execute(),
    tx.updateTable('pupil_guardian').set({ lives_with_pupil: false }).where('guardian_id', '=', paul).execute(),
    tx.updateTable('pupil_guardian').set({ lives_with_pupil: true }).where('guardian_id', '=', anna).execute(),
  ])

const plantSensitive = async (
  tx: SchoolTransaction,
  { school_id, mia, keys }: Planting,
  { kind, ...content }: { kind: string; [key: string]: string },
) => {
  const place = { school_id, pupil_id: mia, id: await takeSensitiveId(tx) }
  const value_encrypted = sealContent(keys, place, content)
  await tx
    .insertInto('pupil_sensitive')
    .values({ ...place, kind, value_encrypted, legal_basis: `Grund${kind}`, confirmed_at: '2026-08-01' })
    .execute()
}

const plantRecords = async (tx: SchoolTransaction, family: Planting) => {
  const { school_id, mia, anna, paul } = family
  const child = { school_id, pupil_id: mia }
  const noteId = await insertRow(tx, 'pupil_sicknote', {
    ...child,
    date_start: '2026-11-02',
    date_end: '2026-11-03',
    source: 'public_link',
    comment: 'Bemerkungswort',
    reporter_name: 'Anna Müller',
    reporter_relation: 'mother',
    reporter_phone: '0152 44444444',
  })
  await insertRow(tx, 'pupil_note', { ...child, body_markdown: 'Gesprächsnotizwort' })
  await insertRow(tx, 'pupil_contact_person', {
    ...child,
    firstname: 'Olga',
    lastname: 'Nachbarin',
    phone: '0152 55555555',
  })
  await insertRow(tx, 'consent', {
    ...child,
    purpose: 'photo_website',
    text_version: '2026-11',
    decision: 'granted',
    given_by_guardian_ids: [anna, paul],
    method: 'paper',
    given_at: '2026-08-01',
    withdrawn_at: '2026-09-01T10:00:00Z',
    withdrawn_note: 'Widerrufswort',
  })
  await insertRow(tx, 'consent', {
    ...child,
    purpose: 'health_hint',
    text_version: '2026-11',
    decision: 'granted',
    given_by_guardian_ids: [anna, paul],
    method: 'paper',
    given_at: '2026-08-02',
  })
  const mail = { school_id, recipient_hash: Buffer.from('x'), related_type: 'guardian', related_ids: [noteId] }
  for (const [related_id, recipient_masked] of [
    [anna, 'a***@annapost.example'],
    [paul, 'p***@paulpost.example'],
  ] as const)
    await insertRow(tx, 'mail_log', { ...mail, template: 'sicknote_report', related_id, recipient_masked })
  await insertRow(tx, 'retention_hold', { ...child, reason: 'Aussetzungswort', until: '2027-01-01' })
  await plantSensitive(tx, family, { kind: 'health_hint', hint: 'Notfallwort' })
  await plantSensitive(tx, family, { kind: 'blocking_note', text: 'Sperrwort', document_seen_at: '2026-01-01' })
}

const plantRegistration = async (tx: SchoolTransaction, { school_id, mia }: Planting) => {
  const year = await tx.selectFrom('schoolyear').select('id').where('state', '=', 'active').executeTakeFirstOrThrow()
  const registration_id = await insertRow(tx, 'registration', {
    school_id,
    pupil_id: mia,
    number: 'FSW-2026-0001',
    school_year_id: year.id,
    desired_grade: 1,
    entry_type: 'regular',
    status: 'accepted',
    source: 'web',
    form_version: '2026.1',
    internal_note: 'Interneswort',
    transformed_at: '2026-07-01T08:00:00Z',
    meta: JSON.stringify({
      ...{ child_firstname: 'Mia', child_lastname: 'Müller', child_gender: 'f', child_birthdate: '2020-03-31' },
      ...{ child_street: 'Annaweg', child_house_number: '1', child_zip: '15999', child_city: 'Annastadt' },
      ...{ custody: 'joint', motivation: 'Beweggrundwort', second_contact_note: 'Zweitkontaktwort' },
    }),
  })
  const contact = { school_id, registration_id, has_custody: true, lastname: 'Müller' }
  await insertRow(tx, 'registration_contact', {
    ...{ ...contact, position: 1, firstname: 'Anna', relationship: 'mother', same_address: true },
    ...{ mail: 'annabewerbung@example.org', phone: '0152 66666666' },
  })
  await insertRow(tx, 'registration_contact', {
    ...{ ...contact, ...FATHER, position: 2, firstname: 'Paul', relationship: 'father', same_address: false },
    ...{ mail: 'paulbewerbung@example.org', phone: '0152 77777777' },
  })
  return registration_id
}

/** A family in which every word stands only once; answers the id of the application that Mia came from. */
export async function plantPackageFamily(tx: SchoolTransaction, family: Planting) {
  await plantPeople(tx, family)
  await plantRecords(tx, family)
  return plantRegistration(tx, family)
}
