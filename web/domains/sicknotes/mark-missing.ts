import { fullName } from '#contract/person-names.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes.change.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { refreshSicknotes } from './changed-by-sicknotes.ts'
import type { PickedPupil } from './sicknote-form.ts'

const takeBack = (id: number) =>
  void actOnce(`cancel ${id}`, async () => {
    try {
      const { message } = await call(sicknoteChangeEndpoints.cancel, { params: { id } })
      void notify(message)
    } finally {
      void refreshSicknotes()
    }
  })

type Missing = Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>

/** One tap (domain §9b): the child is missing today and nobody knows why. The notice has the way back. */
export const markMissing = async (pupil: Missing, today: string) => {
  const reply = await actOnce(`missing ${pupil.id}`, async () => {
    try {
      return await call(sicknoteChangeEndpoints.add, {
        body: { pupil_ids: [pupil.id], dateStart: today, reason: 'unexplained', source: 'staff' },
        idempotencyKey: randomKey(),
      })
    } finally {
      void refreshSicknotes()
    }
  })
  const [id] = reply?.ids ?? []
  if (!reply) return
  if (id === undefined) void notify(reply.message)
  else
    void notify(`${fullName(pupil)} fehlt heute unentschuldigt.`, {
      about: `sicknote ${id}`,
      undo: () => takeBack(id),
    })
}
