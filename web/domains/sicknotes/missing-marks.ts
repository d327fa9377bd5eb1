import { sicknoteChangeEndpoints } from '#contract/sicknotes/sicknotes.change.ts'
import { call, type Reply } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { createSubmission } from '#web/api/submission.ts'
import { createStore, useStored } from '#web/ui/store.ts'
import { refreshSicknotes } from './sicknote-queries.ts'

type MissingReply = Reply<typeof sicknoteChangeEndpoints.add>

interface MissingMark {
  /** waiting: the network or the server is away; it is sent again by itself. */
  state: 'sending' | 'waiting'
  giveUp: () => void
}

/** Taps on „Fehlt?“ that the server has not confirmed yet, by child; they outlive the page on which they were made. */
const marks = createStore<ReadonlyMap<number, MissingMark>>(new Map())

const show = (pupilId: number, mark: MissingMark | undefined) => {
  const next = new Map(marks.get())
  if (mark) next.set(pupilId, mark)
  else next.delete(pupilId)
  marks.set(next)
}

export const useMissingMark = (pupilId: number) => useStored(marks).get(pupilId)

/** While one waits, leaving the program would lose it. */
export const useHasWaitingMarks = () => useStored(marks).size > 0

/**
 * Says that a child is missing on a day, also in a corridor without network: tried until the server has answered, or
 * somebody gives it up. Returns the reply; undefined when it was given up, refused, or is on its way already. What was
 * given up while the server stored it is handed to `takeBack`.
 */
export const sendMissing = async (
  pupilId: number,
  { day, takeBack }: { day: string; takeBack: (noteId: number) => Promise<unknown> },
): Promise<MissingReply | undefined> => {
  if (marks.get().has(pupilId)) return undefined
  let isGivenUp = false
  const giveUp = () => {
    isGivenUp = true
    submission.cancel()
  }
  const submission = createSubmission({
    send: (body: { pupil_ids: number[]; dateStart: string; reason: 'unexplained'; source: 'staff' }, key) =>
      call(sicknoteChangeEndpoints.add, { body, idempotencyKey: key }),
    onState: ({ kind }) => kind !== 'idle' && show(pupilId, { state: kind, giveUp }),
  })
  const online = new AbortController()
  window.addEventListener('online', () => submission.retryNow(), { signal: online.signal })
  try {
    const reply = await submission.submit({
      pupil_ids: [pupilId],
      dateStart: day,
      reason: 'unexplained',
      source: 'staff',
    })
    await refreshSicknotes()
    // From now on the row shows what is stored; until now it had the way back of what is not.
    if (!isGivenUp) return reply
    const [id] = reply?.ids ?? []
    if (id !== undefined) await takeBack(id)
    return undefined
  } catch (failure) {
    void refreshSicknotes()
    await explainFailure(failure)
    return undefined
  } finally {
    online.abort()
    show(pupilId, undefined)
  }
}
