import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { type RetentionHold, retentionEndpoints } from '#contract/retentions/retentions.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { CHANGED_BY_HOLDS } from './retention-queries.ts'

/** Whose application it is, and what already holds it. */
export interface HeldChild {
  id: number
  name: string
  hold: Pick<RetentionHold, 'reason' | 'until'> | null
}

const holdAgain = async ({ id, hold }: HeldChild) => {
  if (!hold) return
  const { reason, until } = hold
  try {
    const { message } = await call(retentionEndpoints.hold, {
      params: { registrationId: id },
      body: { reason, until },
    })
    void renewReplies(CHANGED_BY_HOLDS)
    notify(message)
  } catch (failure) {
    await explainFailure(failure)
  }
}

/** Ends a hold, with the way back (ux §2): nothing goes before it stood in the preview for two weeks. */
export const endHold = async (held: HeldChild) => {
  try {
    const { message } = await call(retentionEndpoints.endHold, { params: { registrationId: held.id } })
    void renewReplies(CHANGED_BY_HOLDS)
    notify(message, { about: `hold ${held.id}`, undo: () => holdAgain(held) })
  } catch (failure) {
    await explainFailure(failure)
  }
}

/** Out of the bin, where it has no page of its own. */
export const restoreHeld = async ({ id, name }: Pick<HeldChild, 'id' | 'name'>) => {
  try {
    await call(registrationEndpoints.restore, { params: { id } })
    void renewReplies([...CHANGED_BY_HOLDS, registrationEndpoints.list])
    notify(`Die Bewerbung von ${name} ist wieder da.`)
  } catch (failure) {
    await explainFailure(failure)
  }
}
