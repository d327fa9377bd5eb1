import { sql } from 'kysely'
import { fullName } from '#contract/person-names.ts'
import { WAITLIST_TEXTS } from '#contract/waitlists/waitlists.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { withRestricted } from '#server/db/with-restricted.ts'
import { followUps, registrations } from '#server/domains/registrations/registrations.shared.queries.ts'
import type { WaitList } from '#server/domains/registrations/registrations.waitlist.shared.queries.ts'

/** Waiting applications for a year and a grade, by rank. */
const waiting = (tx: SchoolTransaction, { school_year_id, desired_grade }: WaitList) =>
  tx
    .selectFrom('registration as r')
    .where('r.school_year_id', '=', school_year_id)
    .where('r.desired_grade', '=', desired_grade)
    .where('r.wait_rank', 'is not', null)
    .orderBy('r.wait_rank')

/** The waiting applications in order: enough to compare two orders. */
export async function listOrder(tx: SchoolTransaction, list: WaitList) {
  const rows = await waiting(tx, list)
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.wait_rank'])
    .execute()
  return rows.map(({ id, number, child_firstname, child_lastname, wait_rank }) => ({
    id,
    number,
    meta: { child_firstname, child_lastname },
    wait_rank: wait_rank ?? 0,
  }))
}

interface LastMove {
  from_rank: number | null
  to_rank: number | null
  note: string | null
  by: string | null
  at: string
  is_placed_by_hand: boolean
}

/** Lines of a timeline that take back the line before of the same kind: neither of the two counts. */
const TAKEN_BACK = [WAITLIST_TEXTS.movedBack, WAITLIST_TEXTS.undone]

/**
 * The last move of `r` by hand that counts since it joined the list of this grade and year, and whether no accepted proposal that counts came
 * after it.
 */
const lastMove = sql<LastMove>`(
  with line as (
    select m.*, lead(m.note) over (partition by m.kind order by m.id) as next_note from registration_event m
    where m.school_id = r.school_id and m.registration_id = r.id and m.kind in ('rank_moved', 'rank_proposed')
      and m.created_at >= coalesce(r.waiting_since, r.status_changed_at, r.created_at)
      and not exists (select from registration_event o where o.school_id = m.school_id
        and o.registration_id = m.registration_id and o.kind = 'edited' and o.id > m.id
        and o.fields && '{desired_grade,school_year_id}')
  ), counted as (
    select * from line
    where coalesce(note, '') <> all(${TAKEN_BACK}::text[]) and coalesce(next_note, '') <> all(${TAKEN_BACK}::text[])
  )
  select c.from_rank, c.to_rank, c.note, u.name as by, c.created_at as at,
    not exists (select from counted p where p.kind = 'rank_proposed' and p.id > c.id) as is_placed_by_hand
  from counted c left join app_user u on u.id = c.created_by
  where c.kind = 'rank_moved' order by c.id desc limit 1)`

/** The same with the facts that decide the order, and the last move of each by hand. */
export const listWaiting = (tx: SchoolTransaction, list: WaitList) =>
  waiting(tx, list)
    .leftJoin('registration_contact as k', (join) =>
      join.onRef('k.school_id', '=', 'r.school_id').onRef('k.registration_id', '=', 'r.id').on('k.position', '=', 1),
    )
    .leftJoin('registration_contact as k2', (join) =>
      join.onRef('k2.school_id', '=', 'r.school_id').onRef('k2.registration_id', '=', 'r.id').on('k2.position', '=', 2),
    )
    .leftJoinLateral(
      () => lastMove.as('e'),
      (join) => join.onTrue(),
    )
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.child_birthdate', 'r.wait_rank'])
    .select(['r.meta', 'r.entry_type', 'r.is_staff_child', 'r.version', 'k.mail', 'k.mail_verified_at'])
    .select(['k2.mail as second_mail', 'k2.mail_verified_at as second_mail_verified_at'])
    .select((eb) => eb.fn.coalesce('k.phone', 'k2.phone').as('phone'))
    .select(['e.at', 'e.by', 'e.from_rank', 'e.to_rank', 'e.note', 'e.is_placed_by_hand'])
    // An application that waited before this column existed has waited since its change of status.
    .select((eb) => eb.fn.coalesce('r.waiting_since', 'r.status_changed_at', 'r.created_at').as('waiting_since'))
    .execute()
export type WaitingRecord = Awaited<ReturnType<typeof listWaiting>>[number]

/**
 * Gives these applications the ranks that they have together, in this order, and distributes the existing stored positions
 * among them, so that positions left by others stay between the same neighbours. Whoever is not named keeps the rank. The
 * constraint is checked only when the transaction commits.
 */
export const updateRanks = (tx: SchoolTransaction, ids: readonly number[]) =>
  sql`update registration r set wait_rank = p.wait_rank, wait_place = q.wait_place
    from unnest(${ids}::bigint[]) with ordinality as o (id, rank)
    join (select wait_rank, row_number() over (order by wait_rank) as rank from registration
      where id = any(${ids}::bigint[])) p using (rank)
    join (select wait_place, row_number() over (order by wait_place) as rank from registration
      where id = any(${ids}::bigint[])) q using (rank)
    where r.id = o.id and r.wait_rank is distinct from p.wait_rank`.execute(tx)

/** The families to call, longest waiting first (domain §3.2). */
export async function listFollowUps(tx: SchoolTransaction, list: WaitList, today: string) {
  const rows = await followUps(registrations(tx), today)
    .where('r.school_year_id', '=', list.school_year_id)
    .where('r.desired_grade', '=', list.desired_grade)
    .select(['r.id', 'r.number', 'r.child_firstname', 'r.child_lastname', 'r.place_confirm_due_at', 'r.version'])
    .orderBy('r.place_confirm_due_at')
    .orderBy('r.id')
    .execute()
  const contacts = await tx
    .selectFrom('registration_contact')
    .select(['registration_id', 'firstname', 'lastname', 'phone'])
    .where((eb) => eb('registration_id', '=', eb.fn.any(eb.val(rows.map(({ id }) => id)))))
    .orderBy('registration_id')
    .orderBy('position')
    .execute()
  return rows.map(({ child_firstname, child_lastname, place_confirm_due_at, ...row }) => ({
    ...row,
    meta: { child_firstname, child_lastname },
    place_confirm_due_at: place_confirm_due_at ?? today,
    contacts: contacts
      .filter(({ registration_id }) => registration_id === row.id)
      .map((contact) => ({ fullname: fullName(contact), phone: contact.phone })),
  }))
}

/**
 * The seats of a year's grades, and their applications and pupils; a grade that no longer exists is listed while it has
 * applications.
 */
export async function listCapacities(tx: SchoolTransaction, school_year_id: number, today: string) {
  const places = await tx
    .selectFrom('schoolgrade as g')
    .leftJoin('schoolgrade_capacity as k', (join) =>
      join
        .onRef('k.school_id', '=', 'g.school_id')
        .onRef('k.schoolgrade_id', '=', 'g.id')
        .on('k.school_year_id', '=', school_year_id),
    )
    .select(['g.grade', 'g.active', 'k.places'])
    .execute()
  const counts = await withRestricted(tx, () =>
    tx
      .selectFrom('registration as r')
      .where('r.school_year_id', '=', school_year_id)
      .where('r.withdrawn_at', 'is', null)
      .where('r.deleted_at', 'is', null)
      .select((eb) => {
        const count = eb.fn.countAll<number>()
        const is = (status: string) => eb('r.status', '=', status)
        const isConfirmed = eb.or([eb('r.place_confirmed_at', 'is not', null), eb('r.pupil_id', 'is not', null)])
        return [
          'r.desired_grade as grade',
          count.filterWhere(is('accepted')).as('accepted'),
          count.filterWhere(eb.and([is('accepted'), isConfirmed])).as('confirmed'),
          count.filterWhere(is('waiting')).as('waiting'),
          count.filterWhere(is('new')).as('new'),
        ]
      })
      .groupBy('r.desired_grade')
      .execute(),
  )
  const late = await followUps(registrations(tx), today)
    .where('r.school_year_id', '=', school_year_id)
    .select(({ fn }) => ['r.desired_grade as grade', fn.countAll<number>().as('count')])
    .groupBy('r.desired_grade')
    .execute()
  const grades = new Set([...places.filter(({ active }) => active), ...counts].map(({ grade }) => grade))
  const of = <T extends { grade: number }>(rows: T[], grade: number) => rows.find((row) => row.grade === grade)
  return [...grades]
    .toSorted((a, b) => a - b)
    .map((grade) => ({
      ...{ accepted: 0, confirmed: 0, waiting: 0, new: 0, ...of(counts, grade), grade },
      places: of(places, grade)?.places ?? null,
      follow_ups: of(late, grade)?.count ?? 0,
    }))
}

/** The newest line about a proposal in each timeline of the list, if it was written since this time (ISO 8601). */
export const listProposed = (tx: SchoolTransaction, ids: readonly number[], since: string) =>
  tx
    .selectFrom('registration_event')
    .distinctOn('registration_id')
    .select(['registration_id', 'from_rank', 'to_rank', 'note', 'created_at'])
    .where('kind', '=', 'rank_proposed')
    .where('created_at', '>=', since)
    .where((eb) => eb('registration_id', '=', eb.fn.any(eb.val([...ids]))))
    .orderBy('registration_id')
    .orderBy('id', 'desc')
    .execute()
