import { BIN_DAYS } from '#contract/bin.ts'
import { fullName } from '#contract/person-names.ts'
import { pupilChangeEndpoints } from '#contract/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
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

/** Ux §3.4. */
const askToRemove = (pupil: PupilDetails) => {
  const schoolclass = pupil.schoolclass ? ` (${pupil.schoolclass.classgradePlain})` : ''
  return confirmDialog({
    title: `${fullName(pupil)}${schoolclass} löschen?`,
    message: `Das Kind wird ${BIN_DAYS} Tage im Papierkorb aufbewahrt.`,
    accept: 'Löschen',
    type: 'negative',
    prefers: 'dismiss',
  })
}

/** Into the bin, with the way back; answers whether the pupil is gone. */
export const removePupil = async (pupil: PupilDetails) => {
  if (!(await askToRemove(pupil))) return false
  const { id } = pupil
  const message = await act(`remove ${id}`, () => call(pupilChangeEndpoints.remove, { params: { id } }))
  if (message === undefined) return false
  void notify(message, {
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
