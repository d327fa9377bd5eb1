import { fullName } from '#contract/person-names.ts'
import { phoneLink } from '#contract/phone.ts'
import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import type { PickedPupil } from './sicknote-form.ts'
import { refreshSicknotes, sicknotesQuery } from './sicknote-queries.ts'

const takeBack = (id: number) =>
  void actOnce(`cancel ${id}`, async () => {
    try {
      const { message } = await call(sicknoteChangeEndpoints.cancel, { params: { id } })
      notify(message)
    } finally {
      void refreshSicknotes()
    }
  })

type Missing = Pick<PickedPupil, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'>

/** The first number of the list that has just been asked again; on a phone the notice lies above it. */
const callOf = (id: number) => {
  const note = queryClient.getQueryData(sicknotesQuery.queryKey)?.find((one) => one.id === id)
  const [first] = note?.reach ?? []
  return first && { text: 'Anrufen', run: () => window.location.assign(phoneLink(first.phone)) }
}

/** One tap (domain §9b): the child is missing today and nobody knows why. The notice has the way back. Answers whether the absence is known now. */
export const markMissing = async (pupil: Missing, { today, isPhone }: { today: string; isPhone: boolean }) => {
  const reply = await actOnce(`missing ${pupil.id}`, async () => {
    try {
      return await call(sicknoteChangeEndpoints.add, {
        body: { pupil_ids: [pupil.id], dateStart: today, reason: 'unexplained', source: 'staff' },
        idempotencyKey: randomKey(),
      })
    } finally {
      await refreshSicknotes()
    }
  })
  const [id] = reply?.ids ?? []
  if (!reply) return false
  if (id === undefined) {
    notify(reply.message)
    return true
  }
  const action = isPhone ? callOf(id) : undefined
  notify(`${fullName(pupil)} fehlt heute unentschuldigt.`, {
    about: `sicknote ${id}`,
    undo: () => takeBack(id),
    ...(action && { action }),
  })
  return true
}
