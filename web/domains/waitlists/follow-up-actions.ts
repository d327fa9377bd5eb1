import { formatDate } from '#contract/dates.ts'
import { type PlaceChange, placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import type { FollowUp } from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { refreshWaitlist } from './waitlist-queries.ts'
import { nameOf } from './waitlist-texts.ts'

const REASON = 'Absage der Familie'

const act = async <R>({ id }: FollowUp, send: () => Promise<R>) => {
  const reply = await actOnce(`registration ${id}`, send)
  await refreshWaitlist()
  return reply
}

const changePlace = (child: FollowUp, body: PlaceChange) =>
  act(child, () => call(placeEndpoints.change, { params: { id: child.id }, body }))

/** The family said yes by telephone: confirmed today. */
export const confirmPlace = async (child: FollowUp, today: string) => {
  const { id, version } = child
  const done = await changePlace(child, { place_confirmed_at: today, version })
  if (!done) return
  notify(`${nameOf(child)}: Platz bestätigt.`, {
    about: `registration ${id}`,
    undo: () => void changePlace(child, { place_confirmed_at: null, version: done.version }),
  })
}

/** More time to confirm; answers whether that was written. */
export const extendDueDay = async (child: FollowUp, day: string) => {
  const { id, version, place_confirm_due_at: before } = child
  const done = await changePlace(child, { place_confirm_due_at: day, version })
  if (!done) return false
  notify(`${nameOf(child)}: Die Familie bestätigt bis zum ${formatDate(day)}.`, {
    about: `registration ${id}`,
    undo: () => void changePlace(child, { place_confirm_due_at: before, version: done.version }),
  })
  return true
}

/** The family does not want the place: asked once, and taken back by the notice. */
export const declinePlace = async (child: FollowUp) => {
  const { id, version } = child
  const isWanted = await confirmDialog({
    title: REASON,
    message: `Die Bewerbung von ${nameOf(child)} gilt dann als zurückgezogen, und der Platz ist wieder frei.`,
    accept: 'Zurückziehen',
    type: 'negative',
    prefers: 'dismiss',
  })
  if (!isWanted) return
  const done = await act(child, () =>
    call(withdrawalEndpoints.withdraw, { params: { id }, body: { reason: REASON, version } }),
  )
  if (!done) return
  notify(`${nameOf(child)}: zurückgezogen.`, {
    about: `registration ${id}`,
    undo: () => void act(child, () => call(withdrawalEndpoints.undo, { params: { id } })),
  })
}
