import { STORED_PAPER_LABELS } from '#contract/papers/papers.kinds.ts'
import { PAPER_TEXTS, PAPERS_MAX, type PaperForm } from '#contract/papers/papers.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { safeName } from '#server/documents/safe-name.ts'
import { found, invalid, notFound } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  countPapers,
  findPaperFile,
  findRecord,
  listPapers,
  lockPaper,
  lockRecord,
  type PaperRecord,
  updatePaper,
} from './papers.queries.ts'
import { undoSince } from './papers.shared.queries.ts'
import { openSealedPaper } from './seal-paper.shared.ts'

export async function readPapers(tx: SchoolTransaction, record: PaperRecord, now: Date) {
  found(await findRecord(tx, record))
  return listPapers(tx, record, undoSince(now))
}

interface OpenedPaper {
  paperId: number
  schoolId: number
  keys: SecretRing
  now: Date
}

/** The PDF of a paper; who opened it is noted before it is given out. */
export async function openPaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { paperId, schoolId, keys, now }: OpenedPaper,
) {
  found(await findRecord(tx, record))
  const { title, kind, content_encrypted } = found(await findPaperFile(tx, record, paperId))
  const content = openSealedPaper(keys, { school_id: schoolId, id: paperId }, content_encrypted)
  const what = `Unterlage: ${STORED_PAPER_LABELS[kind as keyof typeof STORED_PAPER_LABELS]}`
  await logView(tx, { kind: 'export', subject: record.subject, ids: [record.id], what, at: now })
  return { filename: `${safeName(title)}.pdf`, media_type: PDF_TYPE, content }
}

/** Locks the record and then the paper; 404 when it was deleted. */
async function getPaper(tx: SchoolTransaction, record: PaperRecord, paperId: number) {
  found(await lockRecord(tx, record))
  const paper = found(await lockPaper(tx, record, paperId))
  if (paper.deleted_at !== null) throw notFound()
  return paper
}

const log = (tx: SchoolTransaction, { subject, id }: PaperRecord, action: string) =>
  logEvent(tx, { action, entityType: subject, entityId: id })

export async function changePaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { paperId, ...form }: PaperForm & { paperId: number },
) {
  const { kind, title } = await getPaper(tx, record, paperId)
  if (kind === form.kind && title === form.title) return { message: REPLY_TEXTS.nothingToChange }
  await updatePaper(tx, paperId, form)
  await log(tx, record, 'paper_changed')
  return { message: REPLY_TEXTS.saved }
}

export async function removePaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { paperId, now }: { paperId: number; now: Date },
) {
  await getPaper(tx, record, paperId)
  await updatePaper(tx, paperId, { deleted_at: now.toISOString() })
  await log(tx, record, 'paper_removed')
  return { message: PAPER_TEXTS.removed }
}

/** Takes the deletion back, within a day. A repeated call finds it restored and changes nothing. */
export async function restorePaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { paperId, now }: { paperId: number; now: Date },
) {
  found(await lockRecord(tx, record))
  const { deleted_at } = found(await lockPaper(tx, record, paperId))
  if (deleted_at === null) return { message: PAPER_TEXTS.restored }
  if (Date.parse(deleted_at) <= Date.parse(undoSince(now))) throw notFound()
  if ((await countPapers(tx, record)) >= PAPERS_MAX) throw invalid({}, PAPER_TEXTS.tooMany)
  await updatePaper(tx, paperId, { deleted_at: null })
  await log(tx, record, 'paper_restored')
  return { message: PAPER_TEXTS.restored }
}
