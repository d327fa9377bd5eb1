import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call, type Reply } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { announceReturn } from './announce-return.tsx'
import { refreshPupils } from './pupil-query.ts'
import { RestorePupilsDialog } from './RestorePupilsDialog.tsx'

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
