import { registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { RetentionSubject } from '#contract/retentions/retentions.people.ts'
import { peopleRetentionEndpoints, personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { type HoldForm, type RetentionHold, retentionEndpoints } from '#contract/retentions/retentions.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { renewReplies } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'

/** What a hold changes: preview, page and timeline of the record, tasks. */
export const CHANGED_BY_HOLDS = [
  retentionEndpoints.preview,
  retentionEndpoints.get,
  peopleRetentionEndpoints.preview,
  personRetentionEndpoints.pupil.get,
  personRetentionEndpoints.employee.get,
  registrationEndpoints.get,
  registrationTaskEndpoints.list,
]

const { act, actAndNotify } = actionsAbout('hold', () =>
  renewReplies([...CHANGED_BY_HOLDS, registrationEndpoints.list]),
)

/** An application, a pupil or an employee, and the present hold. */
export interface HeldRecord {
  subject: RetentionSubject
  id: number
  /** How people call it, for titles and screen readers. */
  name: string
  hold: Pick<RetentionHold, 'reason' | 'until'> | null
}

type Held = Pick<HeldRecord, 'subject' | 'id'>

export const aboutHold = ({ subject, id }: Held) => `hold ${subject} ${id}`

const sendHold = ({ subject, id }: Held, body: HoldForm) =>
  subject === 'registration'
    ? call(retentionEndpoints.hold, { params: { registrationId: id }, body })
    : call(personRetentionEndpoints[subject].hold, { params: { id }, body })

const sendEnd = ({ subject, id }: Held) =>
  subject === 'registration'
    ? call(retentionEndpoints.endHold, { params: { registrationId: id } })
    : call(personRetentionEndpoints[subject].endHold, { params: { id } })

/** Ends a hold, with the way back (ux §2): nothing goes before it stood in the preview for two weeks. */
export const endHold = async ({ hold, ...record }: HeldRecord) => {
  const about = aboutHold(record)
  const message = await act(about, () => sendEnd(record))
  if (!message) return
  const body = hold && { reason: hold.reason, until: hold.until }
  const undo = body && { undo: () => actAndNotify(about, () => sendHold(record, body)) }
  notify(message, { about, ...undo })
}

/** Out of the bin, where it has no page of its own. */
export const restoreHeld = async ({ id, name }: Pick<HeldRecord, 'id' | 'name'>) => {
  const message = await act(String(id), () => call(registrationEndpoints.restore, { params: { id } }))
  if (message) notify(`Die Bewerbung von ${name} ist wieder da.`)
}
