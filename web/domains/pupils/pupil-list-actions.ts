import { pupilChangeEndpoints } from '#contract/pupils.change.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshPupils } from './pupil-query.ts'

let isRunning = false

/** Back from the bin, all or none; a second press while it runs is ignored (spec §4). Answers whether they are back. */
export const restorePupils = async (ids: readonly number[]) => {
  if (isRunning) return false
  isRunning = true
  try {
    const { message } = await call(pupilChangeEndpoints.massRestore, {
      body: { ids: [...ids] },
      idempotencyKey: randomKey(),
    })
    await refreshPupils()
    void notify(message)
    return true
  } catch (failure) {
    await explainFailure(failure)
    return false
  } finally {
    isRunning = false
  }
}

/** What was deleted, with the way back. */
export const tellDeleted = ({ message }: { message: string }, ids: readonly number[], onBack?: () => void) =>
  notify(message, {
    about: 'deleted pupils',
    undo: async () => {
      if (await restorePupils(ids)) onBack?.()
    },
  })
