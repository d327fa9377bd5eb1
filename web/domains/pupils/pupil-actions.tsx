import { BIN_DAYS } from '#contract/bin.ts'
import { childrenText } from '#contract/counted.ts'
import { fullName } from '#contract/person-names.ts'
import { type BackReply, pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { actOnce } from '#web/api/act-once.ts'
import { useMay } from '#web/api/base-data.ts'
import { call, type Reply } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { PupilSheetsWidget } from '#web/domains/pupildocuments/PupilSheetsWidget.tsx'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import type { NoticeOptions } from '#web/shell/notice-options.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshPupils } from './pupil-query.ts'
import { RestorePupilsDialog } from './RestorePupilsDialog.tsx'

/** Whether the viewer may change this pupil; out of the bin first, and not while only heads see them. */
export const useMayChange = ({ deleted_at, is_restricted }: Pick<PupilDetails, 'deleted_at' | 'is_restricted'>) =>
  useMay()('manage pupil') && deleted_at === undefined && !is_restricted

/** Sheets with the new links, because those that the families have are dead; the notice stays until it is closed. */
const newSheets = (ids: readonly number[]): NoticeOptions => ({
  isLasting: true,
  dialog: {
    text: ids.length === 1 ? 'Neuen Bogen drucken' : 'Neue Bögen drucken',
    render: (onGone) => <PupilSheetsWidget ids={ids} title={childrenText(ids.length)} onGone={onGone} />,
  },
})

/** Says that pupils are back, and offers new sheets for those whose parents' link is another one now. */
const announceReturn = ({ message, renewed_links }: BackReply, options: NoticeOptions = {}) =>
  notify(message, { ...options, ...(renewed_links.length > 0 && newSheets(renewed_links)) })

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

const ABOUT_DELETED = 'deleted pupils'

/** Back from the bin, all or none. Answers whether they are back. */
export const restorePupils = async (ids: readonly number[]) => {
  const reply = await actOnce('restore pupils', async () => {
    const back = await call(pupilChangeEndpoints.massRestore, { body: { ids: [...ids] }, idempotencyKey: randomKey() })
    await refreshPupils()
    return back
  })
  if (reply) announceReturn(reply, { about: ABOUT_DELETED })
  return reply !== undefined
}

/** What was deleted, with the way back: for all of them, or for single ones who are then chosen. */
export const tellDeleted = ({ message, pupils }: Reply<typeof pupilChangeEndpoints.massDelete>) =>
  notify(message, {
    about: ABOUT_DELETED,
    undo: async () => {
      await restorePupils(pupils.map(({ id }) => id))
    },
    ...(pupils.length > 1 && {
      undoText: 'Alle zurückholen',
      dialog: {
        text: 'Auswählen …',
        render: (onGone) => <RestorePupilsDialog pupils={pupils} restore={restorePupils} onGone={onGone} />,
      },
    }),
  })
