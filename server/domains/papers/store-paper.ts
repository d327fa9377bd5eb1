import { PAPER_TEXTS, PAPERS_MAX, type PaperForm } from '#contract/papers/papers.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { conflict, found, invalid } from '#server/http/api-error.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import {
  countPapers,
  findRecord,
  insertPaper,
  lockRecord,
  lockSchoolBytes,
  type PaperRecord,
  takePaperId,
} from './papers.queries.ts'
import type { PaperFile } from './read-upload.ts'
import { sealPaper } from './seal-paper.shared.ts'

/** Accounts whose upload runs in this process. */
const uploading = new Set<number>()

/** One upload of an account at a time: each takes memory and the time of the processor. */
export async function oneAtATime<T>(userId: number, work: () => Promise<T>): Promise<T> {
  if (uploading.has(userId)) throw conflict(PAPER_TEXTS.running)
  uploading.add(userId)
  try {
    return await work()
  } finally {
    uploading.delete(userId)
  }
}

const requireOpen = (record: { is_closed: boolean } | undefined) => {
  if (found(record).is_closed) throw conflict(PAPER_TEXTS.closed)
}

/** Asked before the files are read: 404 for an unknown record. */
export const requireRecord = async (tx: SchoolTransaction, record: PaperRecord) =>
  requireOpen(await findRecord(tx, record))

interface StoredFile {
  form: PaperForm
  file: PaperFile
  schoolId: number
  userId: number
  now: Date
  keys: SecretRing
  /** What the papers of the school may have together. */
  schoolBytesMax: number
}

/** Stores the file encrypted; refused when the record or the school has no room for it. */
export async function storePaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { form, file, schoolId, userId, now, keys, schoolBytesMax }: StoredFile,
) {
  requireOpen(await lockRecord(tx, record))
  if ((await countPapers(tx, record)) >= PAPERS_MAX) throw invalid({ file: [PAPER_TEXTS.tooMany] }, PAPER_TEXTS.tooMany)
  const size = file.content.length
  if ((await lockSchoolBytes(tx)) + size > schoolBytesMax)
    throw invalid({ file: [PAPER_TEXTS.schoolFull] }, PAPER_TEXTS.schoolFull)
  const id = await takePaperId(tx)
  await insertPaper(tx, record, {
    ...form,
    id,
    size,
    pages: file.pages,
    content_encrypted: sealPaper(keys, { school_id: schoolId, id }, file.content),
    created_by: userId,
    created_at: now.toISOString(),
  })
  await logEvent(tx, { action: 'paper_added', entityType: record.subject, entityId: record.id })
  return { id, message: PAPER_TEXTS.added }
}
