import { fullName } from '#contract/person-names.ts'
import { pupilChangeEndpoints } from '#contract/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshPupils } from './pupil-query.ts'

const running = new Set<string>()

/** One call about one pupil: a second press while it runs is ignored (spec §4), a refusal is shown. */
const act = async (about: string, send: () => Promise<{ message: string }>) => {
  if (running.has(about)) return undefined
  running.add(about)
  try {
    const { message } = await send()
    void refreshPupils()
    return message
  } catch (failure) {
    await explainFailure(failure)
    return undefined
  } finally {
    running.delete(about)
  }
}

/** Out of the bin, within its 30 days; answers whether it is back. */
export const restorePupil = async (id: number) => {
  const message = await act(`restore ${id}`, () => call(pupilChangeEndpoints.restore, { params: { id } }))
  if (message) await notify(message)
  return message !== undefined
}

/** Into the bin at once, with the way back (ux §2); answers whether the pupil is gone. */
export const removePupil = async (pupil: PupilDetails) => {
  const { id } = pupil
  const message = await act(`remove ${id}`, () => call(pupilChangeEndpoints.remove, { params: { id } }))
  if (message === undefined) return false
  void notify(`${fullName(pupil)} liegt 30 Tage im Papierkorb.`, {
    about: `pupil ${id}`,
    undo: async () => {
      await restorePupil(id)
    },
  })
  return true
}

/** Without a version: what ends with the exit comes back whatever else was changed meanwhile. */
export const takeExitBack = async ({ id }: Pick<PupilDetails, 'id'>) => {
  const send = () => call(pupilChangeEndpoints.leave, { params: { id }, body: { date_exit: null } })
  const message = await act(`exit ${id}`, send)
  if (message) await notify(message, { about: `pupil ${id}` })
}
