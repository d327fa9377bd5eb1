import { sql } from 'kysely'
import { DAY_MS } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import type { Agreement } from '#contract/registrations/registrations.agreement.ts'
import { STATUS_MAIL_KINDS } from '#contract/registrations/registrations.mail-labels.ts'
import { contactsOf, sharedMailState } from '#contract/registrations/registrations.mail-state.ts'
import { isFollowUp, isNotInformed } from '#contract/registrations/registrations.place.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { isWishOpen, type RegistrationStatus } from '#contract/registrations/registrations.status.ts'
import { UNCONFIRMED_DAYS } from '#contract/registrations/registrations.tasks.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { leftAt } from '#server/domains/registrations/mails/registrations.informed.queries.ts'
import { hasFailedMail } from '#server/domains/registrations/mails/registrations.mails.queries.ts'
import { lockWaitList, type WaitList } from './registrations.waitlist.shared.queries.ts'

export type RegistrationRecord = Awaited<ReturnType<ReturnType<typeof selectRow>['execute']>>[number]

interface RowFlags {
  /** For the id of an application, another application that seems to be for the same child. */
  repeated: ReadonlyMap<number, NonNullable<RegistrationRow['possible_duplicate']>>
  /** The ids of contacts who may get another confirmation mail. */
  resendable: ReadonlySet<number>
  /** The day in Berlin. */
  today: string
}

interface JoinedContact {
  id: number | null
  firstname: string | null
  lastname: string | null
  mail: string | null
  mail_verified_at: string | null
  agreement: Agreement | null
}

const firstOf = ({
  contact_id: id,
  firstname,
  lastname,
  mail,
  mail_verified_at,
}: RegistrationRecord): JoinedContact => ({
  id,
  firstname,
  lastname,
  mail,
  mail_verified_at,
  agreement: null,
})

const secondOf = (row: RegistrationRecord): JoinedContact => ({
  id: row.second_id,
  firstname: row.second_firstname,
  lastname: row.second_lastname,
  mail: row.second_mail,
  mail_verified_at: row.second_mail_verified_at,
  agreement: row.second_agreement as Agreement | null,
})

/** The contacts of a row, with the facts that decide whether they may get another mail. */
export const joinedContacts = (row: RegistrationRecord) =>
  [firstOf(row), secondOf(row)].flatMap(({ id, mail, mail_verified_at, agreement }) =>
    id === null
      ? []
      : [{ id, mail, mail_verified_at, agreement, withdrawn_at: row.withdrawn_at, pupil_id: row.pupil_id }],
  )

const contactOf = ({ id, firstname, lastname, ...mailbox }: JoinedContact, { resendable }: RowFlags) => {
  if (id === null || firstname === null || lastname === null) return null
  return { id, fullname: fullName({ firstname, lastname }), ...mailbox, may_resend: resendable.has(id) }
}

/** The wire shape of a row (spec §3, domain §3.6). */
export const toRow = (row: RegistrationRecord, flags: RowFlags): RegistrationRow => {
  const contacts = { contact: contactOf(firstOf(row), flags), second_contact: contactOf(secondOf(row), flags) }
  const status = row.status as RegistrationStatus
  return {
    id: row.id,
    status,
    created_at: row.created_at,
    meta: { child_firstname: row.child_firstname, child_lastname: row.child_lastname },
    ...contacts,
    number: row.number,
    child_birthdate: row.child_birthdate,
    desired_grade: row.desired_grade,
    school_year: { id: row.school_year_id, name: row.school_year },
    entry_type: row.entry_type as RegistrationRow['entry_type'],
    mail_state: sharedMailState(contactsOf(contacts)),
    mail_failed: row.mail_failed,
    told_at: row.told_at,
    wait_rank: row.wait_rank,
    possible_duplicate: flags.repeated.get(row.id) ?? null,
    withdrawn_at: row.withdrawn_at,
    pupil_id: row.pupil_id,
    is_withdraw_requested: isWishOpen(row),
    is_follow_up: isFollowUp({ ...row, status }, flags.today),
    is_not_informed: isNotInformed({ ...row, status }),
    version: row.version,
  }
}

/** Says whether the latest mail to one of its contacts failed and the application is still active. */
export const unreached = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .select('r.id as registration_id')
    .where('r.pupil_id', 'is', null)
    .where(hasFailedMail)

/** The same rule as `isWishOpen` in the contract, for list and task. */
export const wished = (found: Registrations) =>
  found
    .where('r.withdraw_requested_at', 'is not', null)
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)

/** The same rule as `isDecisionKnown` in the contract. */
const isKnown = sql<boolean>`(r.contract_sent_at is not null or r.place_confirmed_at is not null or ${leftAt} is not null)`

/**
 * The same rule as `isFollowUp` in the contract, for list, task and waiting list; a literal lets every plan use its
 * index.
 */
export const followUps = (found: Registrations, today: string) =>
  found
    .where('r.status', '=', sql.lit('accepted'))
    .where('r.place_confirm_due_at', '<', today)
    .where('r.place_confirmed_at', 'is', null)
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where(isKnown)

/** Says whether the family confirmed the place and the child is not a pupil yet, for list and task. */
export const notTakenOver = (found: Registrations) =>
  found
    .where('r.status', '=', 'accepted')
    .where('r.place_confirmed_at', 'is not', null)
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)

/**
 * Says for list and task whether one of its addresses is unconfirmed (`isUnconfirmed`) or there is no address (domain
 * §2.3/5).
 */
export const unconfirmed = (found: Registrations) =>
  found.where(sql<boolean>`(select coalesce(bool_or(c.mail_verified_at is null) filter (where c.mail is not null), true)
    from registration_contact c where c.school_id = r.school_id and c.registration_id = r.id)`)

/** Says whether an application has been new for more than a few days, for list and task. */
export const longUnconfirmed = (found: Registrations, now: Date) =>
  unconfirmed(found)
    .where('r.status', '=', 'new')
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where('r.created_at', '<', new Date(now.getTime() - UNCONFIRMED_DAYS * DAY_MS).toISOString())

/** The same rule as `isNotInformed` in the contract, for list and task. */
export const notInformed = (found: Registrations) =>
  found
    .where('r.status', 'in', [...STATUS_MAIL_KINDS])
    .where('r.withdrawn_at', 'is', null)
    .where('r.withdraw_requested_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where((eb) => eb.not(isKnown))

/** Says for list and task whether a second person has not agreed, or only whether one declined (ADR 0066). */
export const withAgreement = (found: Registrations, agreements: readonly Agreement[]) =>
  found
    .where('r.withdrawn_at', 'is', null)
    .where('r.pupil_id', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('registration_contact as a')
          .select('a.id')
          .whereRef('a.school_id', '=', 'r.school_id')
          .whereRef('a.registration_id', '=', 'r.id')
          .where('a.agreement', 'in', [...agreements]),
      ),
    )

const findWaitList = (tx: SchoolTransaction, id: number) =>
  tx.selectFrom('registration').select(['school_year_id', 'desired_grade']).where('id', '=', id).executeTakeFirst()

/** Applications with the names of the users who decided and who made them pupils. */
export const selectRegistration = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .leftJoin('app_user as u', 'u.id', 'r.status_changed_by')
    .leftJoin('app_user as t', 't.id', 'r.transformed_by')
    .selectAll('r')
    .select(['u.name as status_changed_by_name', 't.name as transformed_by_name'])
type SelectedRegistration = Awaited<ReturnType<ReturnType<typeof selectRegistration>['execute']>>[number]

export const toLocked = (row: SelectedRegistration) => ({ ...row, status: row.status as RegistrationStatus })
export type LockedRegistration = ReturnType<typeof toLocked>

const selectLocked = async (tx: SchoolTransaction, id: number) => {
  // The row is locked first and then read: in one statement the joined rows would be from before the wait.
  await tx.selectFrom('registration').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const row = await selectRegistration(tx).where('r.id', '=', id).executeTakeFirst()
  return row && toLocked(row)
}

/** One application with the data for a change, without a lock; undefined when unknown or in the bin. */
export async function findRegistration(tx: SchoolTransaction, id: number): Promise<LockedRegistration | undefined> {
  const row = await selectRegistration(tx).where('r.id', '=', id).executeTakeFirst()
  return row?.deleted_at === null ? toLocked(row) : undefined
}

/** Locks one application for a change that does not touch its rank; undefined when unknown or in the bin. */
export async function lockRegistration(tx: SchoolTransaction, id: number) {
  const row = await selectLocked(tx, id)
  return row?.deleted_at === null ? row : undefined
}

/**
 * Locks an application's waiting list and then the application. Whoever shifts ranks locks the list and then rows, so
 * the other order could deadlock. Finds applications in the bin, too.
 */
export async function lockWithWaitList(tx: SchoolTransaction, id: number): Promise<LockedRegistration | undefined> {
  let held: WaitList | undefined
  for (;;) {
    const list = await findWaitList(tx, id)
    if (!list) return undefined
    // Moving it to another list needs the lock of this list, so the second read finds it on the same list.
    if (held?.school_year_id === list.school_year_id && held.desired_grade === list.desired_grade) {
      return selectLocked(tx, id)
    }
    await lockWaitList(tx, list)
    held = list
  }
}

/** Applications, including those in the bin, each with its year and its contact (position 1). */
export const everyRegistration = (tx: SchoolTransaction) =>
  tx
    .selectFrom('registration as r')
    .innerJoin('schoolyear as y', (join) =>
      join.onRef('y.school_id', '=', 'r.school_id').onRef('y.id', '=', 'r.school_year_id'),
    )
    .leftJoin('registration_contact as k', (join) =>
      join.onRef('k.school_id', '=', 'r.school_id').onRef('k.registration_id', '=', 'r.id').on('k.position', '=', 1),
    )
export type Registrations = ReturnType<typeof everyRegistration>

/** Applications that are not in the bin: every list except the bin starts here. */
export const registrations = (tx: SchoolTransaction) => everyRegistration(tx).where('r.deleted_at', 'is', null)

export const selectRow = (found: Registrations) =>
  found
    .leftJoin('registration_contact as k2', (join) =>
      join.onRef('k2.school_id', '=', 'r.school_id').onRef('k2.registration_id', '=', 'r.id').on('k2.position', '=', 2),
    )
    .select([
      'r.id',
      'r.status',
      'r.created_at',
      'r.number',
      'r.child_firstname',
      'r.child_lastname',
      'r.child_birthdate',
      'r.desired_grade',
      'r.school_year_id',
      'y.name as school_year',
      'r.entry_type',
      'r.wait_rank',
      'r.withdrawn_at',
      'r.withdraw_requested_at',
      'r.pupil_id',
      'r.place_confirm_due_at',
      'r.place_confirmed_at',
      'r.contract_sent_at',
      'r.version',
      'k.id as contact_id',
      'k.firstname',
      'k.lastname',
      'k.mail',
      'k.mail_verified_at',
      'k2.id as second_id',
      'k2.firstname as second_firstname',
      'k2.lastname as second_lastname',
      'k2.mail as second_mail',
      'k2.mail_verified_at as second_mail_verified_at',
      'k2.agreement as second_agreement',
      hasFailedMail.as('mail_failed'),
      leftAt.as('told_at'),
    ])
