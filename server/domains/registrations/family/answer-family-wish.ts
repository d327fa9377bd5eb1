import type { FamilyWish } from '#contract/registrations/registrations.family.ts'
import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { familyWithdrawal, isWishOfBoth } from '#contract/registrations/registrations.family-stage.ts'
import { isWithdrawn } from '#contract/registrations/registrations.status.ts'
import type { Queries } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { NO_WISH } from '#server/domains/registrations/decision/end-wish.ts'
import { withdrawRegistration } from '#server/domains/registrations/decision/withdraw-registration.ts'
import { updateRegistration } from '#server/domains/registrations/registrations.changes.queries.ts'
import { insertEvents, type NewEvent } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { lockWithWaitList } from '#server/domains/registrations/registrations.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import { DAY_SECONDS, type Limit, type Limits } from '#server/http/rate-limit.ts'
import type { LinkedRegistration } from './registrations.family.queries.ts'
import { openStatusLink } from './status-link.ts'

/** Families that change their mind again and again would fill the timeline that staff read. */
const FAMILY_WISHES: Limit = { name: 'familyWishes', points: 6, seconds: DAY_SECONDS }

interface Wishing {
  token: string
  form: FamilyWish
  limits: Limits
  now: Date
}

const spend = (tx: SchoolTransaction, { school_id, contact_id }: LinkedRegistration, limits: Limits) =>
  limits.spendIn(tx, {
    limit: FAMILY_WISHES,
    key: `${school_id} ${contact_id}`,
    message: FAMILY_STATUS_TEXTS.tooOften,
  })

/** A line in the timeline in the name of the link's contact. */
const noteWish = (
  tx: SchoolTransaction,
  { registration_id, position }: LinkedRegistration,
  { now, ...event }: Pick<NewEvent, 'kind' | 'note'> & { now: Date },
) => insertEvents(tx, { viewer: { user_id: null }, now }, [{ registration_id, contact_position: position, ...event }])

/** Staff see it and confirm or decline (domain §2.3). */
async function askForWithdrawal(tx: SchoolTransaction, linked: LinkedRegistration, { form, now }: Wishing) {
  // The other contact's wish stays the open one.
  if (linked.withdraw_requested_position !== null) return
  await nameAction(tx, 'registration', 'registration_withdraw_requested')
  await updateRegistration(tx, linked.registration_id, {
    withdraw_requested_at: now.toISOString(),
    withdraw_requested_position: linked.position,
    withdraw_reason: form.reason,
  })
  await noteWish(tx, linked, { kind: 'withdraw_requested', note: form.reason, now })
}

async function withdraw(tx: SchoolTransaction, linked: LinkedRegistration, wishing: Wishing) {
  const { form, now, limits } = wishing
  const withdrawal = familyWithdrawal(linked)
  if (isWithdrawn(linked) || withdrawal === 'asked') return
  if (withdrawal === 'impossible') throw conflict(FAMILY_STATUS_TEXTS.tooLateToWithdraw)
  await spend(tx, linked, limits)
  if (withdrawal === 'by_school' && !isWishOfBoth(linked)) return askForWithdrawal(tx, linked, wishing)
  await withdrawRegistration(tx, {
    id: linked.registration_id,
    by: 'applicant',
    reason: form.reason,
    now,
    userId: null,
    contactPosition: linked.position,
  })
}

async function keepApplication(tx: SchoolTransaction, linked: LinkedRegistration, { now, limits }: Wishing) {
  if (isWithdrawn(linked)) throw conflict(FAMILY_STATUS_TEXTS.tooLateToKeep)
  if (familyWithdrawal(linked) !== 'asked') return
  await spend(tx, linked, limits)
  await nameAction(tx, 'registration', 'registration_withdraw_taken_back')
  await updateRegistration(tx, linked.registration_id, NO_WISH)
  await noteWish(tx, linked, { kind: 'withdraw_taken_back', now })
}

/**
 * A family withdraws its application or keeps it after all; a repeated call changes nothing. 404 for a link that does
 * not work, 409 when the application is past that, 429 after many changes on one day.
 */
export async function answerFamilyWish(tx: Queries, wishing: Wishing) {
  const { token, form, now } = wishing
  const { linked: found, tx: inside } = await openStatusLink(tx, token, now)
  await lockWithWaitList(inside, found.registration_id)
  // The row is locked first and then read, because the other contact or staff may have been faster.
  const { linked } = await openStatusLink(inside, token, now)
  if (form.action === 'withdraw') await withdraw(inside, linked, wishing)
  else await keepApplication(inside, linked, wishing)
}
