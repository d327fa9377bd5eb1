import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type RetentionHold, retentionEndpoints } from '#contract/retentions/retentions.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'

/** What a hold changes: preview, page and timeline of the application, tasks. */
export const CHANGED_BY_HOLDS = [
  retentionEndpoints.preview,
  retentionEndpoints.get,
  registrationEndpoints.get,
  registrationTaskEndpoints.list,
]

const { act, actAndNotify } = actionsAbout('hold', () =>
  renewReplies([...CHANGED_BY_HOLDS, registrationEndpoints.list]),
)

/** The child of the application, and its present hold. */
export interface HeldChild {
  id: number
  name: string
  hold: Pick<RetentionHold, 'reason' | 'until'> | null
}

/** Ends a hold, with the way back (ux §2): nothing goes before it stood in the preview for two weeks. */
export const endHold = async ({ id, hold }: HeldChild) => {
  const about = String(id)
  const params = { registrationId: id }
  const message = await act(about, () => call(retentionEndpoints.endHold, { params }))
  if (!message) return
  const body = hold && { reason: hold.reason, until: hold.until }
  const undo = body && { undo: () => actAndNotify(about, () => call(retentionEndpoints.hold, { params, body })) }
  notify(message, { about: `hold ${id}`, ...undo })
}

/** Out of the bin, where it has no page of its own. */
export const restoreHeld = async ({ id, name }: Pick<HeldChild, 'id' | 'name'>) => {
  const message = await act(String(id), () => call(registrationEndpoints.restore, { params: { id } }))
  if (message) notify(`Die Bewerbung von ${name} ist wieder da.`)
}
