import { sql } from 'kysely'
import type { CircularAudience } from '#contract/circulars/circulars.audience.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'

/** Which families on the waiting list are chosen. */
export type WaitingChoice = Pick<CircularAudience, 'is_whole_school' | 'waitlists' | 'registration_ids'>

const numbers = (ids: readonly number[]) => sql`${[...ids]}::bigint[]`

/** Waits now, and is chosen: one by one, with a waiting list, or with everybody. */
const isChosen = ({ is_whole_school, waitlists, registration_ids }: WaitingChoice) =>
  sql<boolean>`(r.wait_rank is not null and (${is_whole_school} or r.id = any(${numbers(registration_ids)})
    or exists (select from jsonb_to_recordset(${JSON.stringify(waitlists)}::jsonb) w (school_year_id bigint, grade int)
      where w.school_year_id = r.school_year_id and w.grade = r.desired_grade)))`

/**
 * The chosen applications with each of their contacts; without any it is one row without a contact. Applications that were
 * chosen one by one, and those of `only`, are there although they wait no more.
 */
export const listWaitingRows = (tx: SchoolTransaction, choice: WaitingChoice, only: readonly number[] | null = null) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .leftJoin('registration_contact as k', (join) =>
      join.onRef('k.school_id', '=', 'r.school_id').onRef('k.registration_id', '=', 'r.id'),
    )
    .select(['r.id as registration_id', 'r.child_firstname', 'r.child_lastname', 'r.desired_grade'])
    .select(['y.name as schoolyear', 'k.id as contact_id', 'k.firstname', 'k.lastname', 'k.has_custody'])
    .select(['k.mail', 'k.mail_verified_at'])
    .select(isChosen(choice).as('is_waiting'))
    .where('r.deleted_at', 'is', null)
    .where(
      only === null
        ? sql<boolean>`(${isChosen(choice)} or r.id = any(${numbers(choice.registration_ids)}))`
        : sql<boolean>`r.id = any(${numbers(only)})`,
    )
    .orderBy('y.date_start')
    .orderBy('r.desired_grade')
    .orderBy('r.child_lastname')
    .orderBy('r.child_firstname')
    .orderBy('r.id')
    .orderBy('k.position')
    .execute()
export type WaitingRow = Awaited<ReturnType<typeof listWaitingRows>>[number]

/** Which of these applications exist at the school, also in the bin. */
export const listKnownApplications = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select('id')
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()

/** The names of these applications' children; erased, deleted and restricted ones are missing. */
export const listApplicants = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration')
    .select(['id', 'child_firstname as firstname', 'child_lastname as lastname', 'desired_grade'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .where('deleted_at', 'is', null)
    .execute()

export const listContactNames = (tx: SchoolTransaction, ids: readonly number[]) =>
  tx
    .selectFrom('registration_contact')
    .select(['id', 'firstname', 'lastname'])
    .where('id', '=', (eb) => eb.fn.any(eb.val([...ids])))
    .execute()
