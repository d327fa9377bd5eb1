import { pupilChangeEndpoints } from '#contract/pupils.change.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshPupils } from './pupil-query.ts'

/** Back from the bin, all or none. Answers whether they are back. */
export const restorePupils = async (ids: readonly number[]) => {
  const message = await actOnce('restore pupils', async () => {
    const reply = await call(pupilChangeEndpoints.massRestore, { body: { ids: [...ids] }, idempotencyKey: randomKey() })
    await refreshPupils()
    return reply.message
  })
  if (message) void notify(message)
  return message !== undefined
}

/** What was deleted, with the way back. */
export const tellDeleted = ({ message }: { message: string }, ids: readonly number[], onBack?: () => void) =>
  notify(message, {
    about: 'deleted pupils',
    undo: async () => {
      if (await restorePupils(ids)) onBack?.()
    },
  })
