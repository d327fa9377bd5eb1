import type { PaperSubject } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS, type Paper } from '#contract/papers/papers.ts'
import { pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'

/** The record that papers belong to. */
export interface PaperRecord {
  subject: PaperSubject
  id: number
}

export const papersQuery = ({ subject, id }: PaperRecord) =>
  queryFor(PAPER_ENDPOINTS[subject].list, { params: { id } }, { quiet: true })

/** What is no longer true after a change. */
export const changedByPapers = (subject: PaperSubject) => [PAPER_ENDPOINTS[subject].list, pupilHistoryEndpoints.list]

const act = (record: PaperRecord, send: () => Promise<{ message: string }>) =>
  actOnce(`papers ${record.subject} ${record.id}`, async () => {
    const { message } = await send()
    await renewReplies(changedByPapers(record.subject))
    return message
  })

/** Takes a deletion back; answers whether the paper is there again. */
export const restorePaper = async (record: PaperRecord, paper_id: number) => {
  const { restore } = PAPER_ENDPOINTS[record.subject]
  const message = await act(record, () => call(restore, { params: { id: record.id, paper_id } }))
  if (message) notify(message, { about: `paper ${paper_id}` })
  return message !== undefined
}

/** Deletes a paper, with a way back. */
export const removePaper = async (record: PaperRecord, { id: paper_id }: Paper) => {
  const input = { params: { id: record.id, paper_id } }
  const { remove } = PAPER_ENDPOINTS[record.subject]
  const message = await act(record, () => call(remove, input))
  if (!message) return false
  const undo = async () => {
    await restorePaper(record, paper_id)
  }
  notify(message, { about: `paper ${paper_id}`, undo })
  return true
}
