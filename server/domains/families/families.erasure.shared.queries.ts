import { sql } from 'kysely'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'

/** The log still says that mails were sent, but no longer to whom (domain DP-07). */
const updateMailsToNobody = (tx: SchoolTransaction, type: 'pupil' | 'guardian', ids: readonly number[]) =>
  sql`update mail_log set recipient_masked = '***', recipient_hash = '', error = null, bounce_reason = null,
    updated_at = now()
    where related_type = ${type} and related_id = any(${[...ids]}::bigint[])`.execute(tx)

/** An erased person of a family, with all by which a search may name that person. */
interface ErasedPerson {
  id: number
  names: string[]
  marks: (string | null)[]
}

const erasedGuardian = sql`g.id, array[g.firstname, g.lastname] as names,
  array[g.mail, g.phone_home, g.phone_mobile, g.phone_work] as marks`

const tracesOf = (erased: readonly ErasedPerson[]) => ({
  names: erased.flatMap(({ names }) => names),
  marks: erased.flatMap(({ marks }) => marks.filter((mark) => mark !== null)),
})

const idsOf = (erased: readonly ErasedPerson[]) => erased.map(({ id }) => id)

async function erase(tx: SchoolTransaction, pupilIds: readonly number[]) {
  const ids = sql`any(${[...pupilIds]}::bigint[])`
  const { rows: persons } = await sql<ErasedPerson>`delete from pupil_contact_person where pupil_id = ${ids}
    returning id, array[firstname, lastname] as names, array[phone] as marks`.execute(tx)
  const { rows: relations } = await sql<{
    guardian_id: number
  }>`delete from pupil_guardian where pupil_id = ${ids} returning guardian_id`.execute(tx)
  const { rows: guardians } = await sql<ErasedPerson>`
    delete from guardian g where g.id = any(${relations.map(({ guardian_id }) => guardian_id)}::bigint[])
      and not exists (select 1 from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)
      and not exists (select 1 from restriction r where r.school_id = g.school_id and r.guardian_id = g.id and r.lifted_at is null)
    returning ${erasedGuardian}`.execute(tx)
  await updateMailsToNobody(tx, 'guardian', idsOf(guardians))
  await updateMailsToNobody(tx, 'pupil', pupilIds)
  return { contactPersons: idsOf(persons), guardians: idsOf(guardians), traces: tracesOf([...persons, ...guardians]) }
}

/**
 * Erases the families of these pupils: contact persons, what guardians are for them, and the guardians who have no
 * other child at the school, not even a restricted one, and are not restricted themselves. The log of mails no longer
 * says to whom they went. Answers the ids of both kinds of people, and what they can be found by. The caller holds
 * `lockFamilies`.
 */
export const eraseFamilies = (tx: SchoolTransaction, pupilIds: readonly number[]) =>
  withRestricted(tx, () => erase(tx, pupilIds))

async function eraseOld(tx: SchoolTransaction, before: string) {
  const { rows } = await sql<ErasedPerson>`
    delete from guardian g where g.deleted_at <= ${before}
      and not exists (select 1 from pupil_guardian pg where pg.school_id = g.school_id and pg.guardian_id = g.id)
      and not exists (select 1 from restriction r where r.school_id = g.school_id and r.guardian_id = g.id and r.lifted_at is null)
    returning ${erasedGuardian}`.execute(tx)
  await updateMailsToNobody(tx, 'guardian', idsOf(rows))
  return tracesOf(rows)
}

/**
 * Erases the guardians who lost their last child before this time (ISO 8601) and have no restricted one either; answers
 * what they can be found by.
 */
export const eraseOldGuardians = (tx: SchoolTransaction, before: string) =>
  withRestricted(tx, () => eraseOld(tx, before))
