import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/** The log still says that mails were sent, but no longer to whom (domain DP-07). */
const updateMailsToNobody = (tx: SchoolTransaction, guardianIds: readonly number[]) =>
  sql`update mail_log set recipient_masked = '***', recipient_hash = '', error = null, updated_at = now()
    where related_type = 'guardian' and related_id = any(${[...guardianIds]}::bigint[])`.execute(tx)

async function erase(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const ids = sql`any(${[...pupilIds]}::bigint[])`
  const { rows: persons } = await sql<{
    id: number
  }>`delete from pupil_contact_person where pupil_id = ${ids} returning id`.execute(tx)
  const { rows: relations } = await sql<{
    guardian_id: number
  }>`delete from pupil_guardian where pupil_id = ${ids} returning guardian_id`.execute(tx)
  const { rows: guardians } = await sql<{ id: number; lastname: string }>`
    delete from guardian g where g.id = any(${relations.map(({ guardian_id }) => guardian_id)}::bigint[])
      and not exists (select 1 from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)
      and not exists (select 1 from restriction r where r.school_id = g.school_id and r.guardian_id = g.id and r.lifted_at is null)
    returning g.id, g.lastname`.execute(tx)
  await updateMailsToNobody(
    tx,
    guardians.map(({ id }) => id),
  )
  return {
    contactPersons: persons.map(({ id }) => id),
    guardians: guardians.map(({ id }) => id),
    names: guardians.map(({ lastname }) => lastname),
  }
}

/**
 * Erases the families of these pupils: contact persons, what guardians are for them, and the guardians who have no
 * other child at the school, not even a restricted one, and are not restricted themselves. Answers the ids of both kinds of people, and the last names of the guardians.
 * The caller holds `lockFamilies`.
 */
export const eraseFamilies = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  withRestricted(tx, () => erase(tx, pupilIds))
