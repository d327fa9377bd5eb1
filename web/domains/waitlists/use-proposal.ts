import { useState } from 'react'
import { proposedOrder } from '#contract/waitlists/waitlists.rules.ts'
import { type WaitingChild, type Waitlist, waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useOpened } from '#web/ui/use-opened.ts'
import { orderIn } from './use-rank-move.ts'
import { CHANGED_BY_WAITLIST, refreshWaitlist } from './waitlist-queries.ts'

interface Named {
  school_year_id: number
  grade: number
}

const takeBack = async (list: Named, order: number[]) => {
  const done = await actOnce(`proposal ${list.grade}`, () =>
    call(waitlistEndpoints.undoProposal, { body: { ...list, order } }),
  )
  await refreshWaitlist()
  if (done) notify(done.message)
}

const idsOf = (rows: readonly { id: number }[]) => rows.map(({ id }) => id)

/** The proposed order before it is taken over; it can be taken back (domain §3.2). */
export const useProposal = ({ list, onGone }: { list: Waitlist; onGone: () => void }) => {
  // What is decided about is what was shown when the dialog opened.
  const [shown] = useState(list)
  const [conflict, setConflict] = useState<{ message: string; order: WaitingChild[] }>()
  const { onClose: close, ...modal } = useOpened(onGone)
  const { run, isRunning } = useCall(waitlistEndpoints.takeProposal, {
    invalidates: CHANGED_BY_WAITLIST,
    onFailure: async (failure) => {
      const order = orderIn(failure)
      setConflict(order && { message: failure.message, order })
      await refreshWaitlist()
      if (!order) await explainFailure(failure)
    },
  })
  const named = { school_year_id: shown.school_year.id, grade: shown.grade }
  const proposed = proposedOrder(shown.rows)
  const take = async () => {
    const order = idsOf(proposed)
    const reply = await run({ body: { ...named, before: idsOf(shown.rows), order } })
    if (!reply) return
    close()
    notify(reply.message, {
      about: `waitlist ${shown.school_year.id} ${shown.grade}`,
      undo: () => takeBack(named, order),
    })
  }
  return { modal: { ...modal, onClose: close }, close, shown, proposed, conflict, take: () => void take(), isRunning }
}
