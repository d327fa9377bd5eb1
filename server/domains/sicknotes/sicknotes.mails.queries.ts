import { sql } from 'kysely'
import { LEFT_STATUSES } from '#contract/pupils/pupils.ts'
import type { Queries } from '#server/db/database.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { informsGuardian, ofAgeSince } from '#server/domains/families/families.informed.shared.queries.ts'

/**
 * Mail addresses that the school entered or imported are usable; those from an application once they are verified
 * (domain §1.7). Until then nobody gets links or mails about absences there, whatever they chose.
 */
export const isUsableMail = sql<boolean>`(g.mail_verified_at is not null or g.mail_origin = 'school')`

/** Guardians who are informed of their children and have a usable address. */
const family = (tx: SchoolTransaction, today: string) =>
  tx
    .selectFrom('pupil as p')
    .innerJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'p.school_id').onRef('pg.pupil_id', '=', 'p.id'),
    )
    .innerJoin('guardian as g', (join) =>
      join.onRef('g.school_id', '=', 'pg.school_id').onRef('g.id', '=', 'pg.guardian_id'),
    )
    .where('p.deleted_at', 'is', null)
    .where(informsGuardian(ofAgeSince(today)))
    .where('g.deleted_at', 'is', null)
    .where('g.mail', 'is not', null)
    .where(isUsableMail)

/**
 * The recipients for these notes of the bound school (domain §5.6), each address once, with the notes of its children.
 * Notes that staff enter without a report are mailed to nobody.
 */
export const listReportReaders = (tx: SchoolTransaction, noteIds: readonly number[], today: string) =>
  family(tx, today)
    .innerJoin('pupil_sicknote as n', (join) =>
      join.onRef('n.school_id', '=', 'p.school_id').onRef('n.pupil_id', '=', 'p.id'),
    )
    .select([sql<number>`min(g.id)`.as('guardian_id'), sql<string>`min(g.mail)`.as('mail')])
    .select(sql<number[]>`array_agg(distinct n.id)`.as('note_ids'))
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val([...noteIds]))))
    .where('n.source', 'in', ['public_link', 'phone', 'mail'])
    .where('pg.receives_sicknote_mail', '=', true)
    .groupBy(sql`lower(g.mail)`)
    .orderBy('guardian_id')
    .execute()

/** The content of a mail about notes: children and days; without cancelled ones. */
export const listMailedNotes = (tx: SchoolTransaction, noteIds: readonly number[], isCancelled: boolean) =>
  tx
    .selectFrom('pupil_sicknote as n')
    .innerJoin('pupil as p', (join) => join.onRef('p.school_id', '=', 'n.school_id').onRef('p.id', '=', 'n.pupil_id'))
    .select(['n.id', 'p.firstname', 'n.date_start', 'n.date_end', 'n.partial'])
    .where((eb) => eb('n.id', '=', eb.fn.any(eb.val([...noteIds]))))
    .where('n.cancelled_at', isCancelled ? 'is not' : 'is', null)
    .orderBy('p.birthdate')
    .orderBy('n.id')
    .execute()

/** Guardians at any school with this address. */
export const listGuardiansByMail = async (tx: Queries, mail: string) => {
  const { rows } = await sql<{
    school_id: number
    guardian_id: number
  }>`select school_id, guardian_id from find_guardians_by_mail(${mail}) order by school_id, guardian_id`.execute(tx)
  return rows
}

/** Pupils of age at any school with this address. */
export const listAdultsByMail = async (tx: Queries, { mail, today }: { mail: string; today: string }) => {
  const { rows } = await sql<{ school_id: number; pupil_id: number }>`
    select school_id, pupil_id from find_adults_by_mail(${mail}, ${ofAgeSince(today)}::date) order by school_id, pupil_id`.execute(
    tx,
  )
  return rows
}

/**
 * The children of these guardians at the bound school who have a parents' link, oldest first, with the address for the
 * mail.
 */
export const listLinkedChildren = (tx: SchoolTransaction, guardianIds: readonly number[], today: string) =>
  family(tx, today)
    .select(['p.id', 'p.firstname', 'p.birthdate', sql<string>`min(lower(g.mail))`.as('mail')])
    .where((eb) => eb('g.id', '=', eb.fn.any(eb.val([...guardianIds]))))
    .where('p.status', 'not in', LEFT_STATUSES)
    .where((eb) => eb.or([eb('p.date_exit', 'is', null), eb('p.date_exit', '>=', today)]))
    .groupBy(['p.id', 'p.firstname', 'p.birthdate'])
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()
