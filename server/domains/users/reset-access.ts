import { USER_TEXTS } from '#contract/users.ts'
import { logEvent, type SchoolTransaction, type SchoolViewer } from '#server/db/in-school.ts'
import { forbidden, invalid } from '#server/http/api-error.ts'
import { holdAccount, outranks, refuseUnlessEditable } from './account-reach.ts'
import { deleteSessions, deleteTwoFactor } from './users.queries.ts'

interface Choice {
  viewer: SchoolViewer
  id: number
}

/** Signs an account out everywhere. */
export async function endSessionsOfUser(tx: SchoolTransaction, { viewer, id }: Choice) {
  const { actor, target } = await holdAccount(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  await deleteSessions(tx, id)
  await logEvent(tx, { action: 'user_sessions_ended', entityType: 'user', entityId: id })
  return { message: `${target.name} ist auf allen Geräten abgemeldet.` }
}

/** For who lost the device: the next login asks for the password alone. Sessions that the device may hold end. */
export async function resetTwoFactor(tx: SchoolTransaction, { viewer, id }: Choice) {
  const { actor, target } = await holdAccount(tx, { viewer, id })
  refuseUnlessEditable(actor, target)
  if (target.id === actor.id) throw invalid({}, USER_TEXTS.ownTwoFactor)
  if (outranks(target, actor)) throw forbidden(USER_TEXTS.accountTooHigh)
  if (!target.has_two_factor_secret) return { message: `${target.name} hat keine Zwei-Faktor-Anmeldung.` }
  await deleteTwoFactor(tx, id)
  await deleteSessions(tx, id)
  await logEvent(tx, { action: 'two_factor_reset', entityType: 'user', entityId: id })
  return { message: `Die Zwei-Faktor-Anmeldung von ${target.name} ist zurückgesetzt.` }
}
