import { BIN_DAYS } from '#contract/bin.ts'
import { fullName } from '#contract/person-names.ts'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { announceReturn } from './announce-return.tsx'
import { refreshPupils } from './pupil-query.ts'

/** One call about one pupil; answers the reply. */
const act = <R,>(about: string, send: () => Promise<R>) =>
  actOnce(about, async () => {
    const reply = await send()
    void refreshPupils()
    return reply
  })

/** Out of the bin, within its 30 days; answers whether it is back. */
export const restorePupil = async (id: number) => {
  const reply = await act(`restore ${id}`, () => call(pupilChangeEndpoints.restore, { params: { id } }))
  if (reply) announceReturn(reply, { about: `pupil ${id}` })
  return reply !== undefined
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
  const reply = await act(`remove ${id}`, () => call(pupilChangeEndpoints.remove, { params: { id } }))
  if (reply === undefined) return false
  notify(reply.message, {
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
  const reply = await act(`exit ${id}`, send)
  if (reply) announceReturn(reply, { about: `pupil ${id}` })
}
