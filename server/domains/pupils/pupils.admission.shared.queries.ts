import { type Insertable, sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import { normaliseGivenName, normaliseName } from '#contract/registrations/duplicates.ts'
import type { Pupil } from '#server/db/schema.generated.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/**
 * Admissions happen one after the other within a school: when two applications are for one child, the second finds the
 * pupil of the first.
 */
export const lockAdmissions = (tx: SchoolTransaction) =>
  sql`select pg_advisory_xact_lock(hashtextextended(concat_ws(':', 'admission', current_school()), 0))`.execute(tx)

/** FSW-00001: a running number within the school, never reused (domain §1.5). */
export async function takePupilNumber(tx: SchoolTransaction, short: string) {
  const { rows } = await sql<{ running: number }>`select next_number('pupil') as running`.execute(tx)
  return `${short.toUpperCase()}-${String(rows[0]?.running ?? 0).padStart(5, '0')}`
}

export async function insertPupil(tx: SchoolTransaction, pupil: Insertable<Pupil>) {
  const { id } = await tx.insertInto('pupil').values(pupil).returning('id').executeTakeFirstOrThrow()
  return id
}

interface Person {
  firstname: string
  lastname: string
}

/** Whether two records name the same adult, in any spelling. */
export const isSamePerson = (a: Person, b: Person) =>
  normaliseName(a.lastname) === normaliseName(b.lastname) &&
  normaliseGivenName(a.firstname) === normaliseGivenName(b.firstname)

interface GuardianSearch {
  person: Person & { mail: string | null }
  /** Siblings whom staff verified. */
  siblingIds: readonly number[]
}

const listGuardianRows = (tx: SchoolTransaction, { person, siblingIds }: GuardianSearch) =>
  tx
    .selectFrom('guardian as g')
    .leftJoin('pupil_guardian as pg', (join) =>
      join.onRef('pg.school_id', '=', 'g.school_id').onRef('pg.guardian_id', '=', 'g.id'),
    )
    .leftJoin('pupil as p', (join) =>
      join.onRef('p.school_id', '=', 'pg.school_id').onRef('p.id', '=', 'pg.pupil_id').on('p.deleted_at', 'is', null),
    )
    .selectAll('g')
    .select('p.id as pupil_id')
    .select(['p.firstname as pupil_firstname', 'p.lastname as pupil_lastname', 'p.lastname_prefix as pupil_prefix'])
    .where((eb) =>
      eb.or([
        eb(eb.fn('lower', ['g.mail']), '=', person.mail?.toLowerCase() ?? ''),
        eb(
          'g.id',
          'in',
          eb
            .selectFrom('pupil_guardian as own')
            .innerJoin('pupil as sibling', (join) =>
              join.onRef('sibling.school_id', '=', 'own.school_id').onRef('sibling.id', '=', 'own.pupil_id'),
            )
            .select('own.guardian_id')
            .where((of) => of('own.pupil_id', '=', of.fn.any(of.val([...siblingIds]))))
            .where('sibling.deleted_at', 'is', null),
        ),
      ]),
    )
    .where('g.deleted_at', 'is', null)
    .orderBy('g.id')
    .orderBy('p.birthdate')
    .orderBy('p.id')
    .execute()

/** Guardians of the same name come first, among these the ones who make the children siblings. */
const rankOf = ({ is_same_name, sibling_ids }: { is_same_name: boolean; sibling_ids: readonly number[] }) =>
  (is_same_name ? 0 : 2) + (sibling_ids.length > 0 ? 0 : 1)

/**
 * Guardians on record with the same normalised name and mail address, and those of verified siblings, with their
 * children (domain §3.3).
 */
export async function listGuardianCandidates(tx: SchoolTransaction, search: GuardianSearch) {
  const byGuardian = Map.groupBy(await listGuardianRows(tx, search), ({ id }) => id)
  const candidates = [...byGuardian.values()].flatMap((children) => {
    const [guardian] = children
    if (!guardian) return []
    const is_same_name = isSamePerson(search.person, guardian)
    const sibling_ids = search.siblingIds.filter((id) => children.some(({ pupil_id }) => pupil_id === id))
    if (!is_same_name && sibling_ids.length === 0) return []
    const pupils = children.flatMap(({ pupil_firstname: firstname, pupil_lastname: lastname, pupil_prefix }) =>
      firstname && lastname ? [fullName({ firstname, lastname, lastname_prefix: pupil_prefix })] : [],
    )
    return [{ guardian, pupils, is_same_name, sibling_ids }]
  })
  return candidates.toSorted((one, other) => rankOf(one) - rankOf(other))
}
