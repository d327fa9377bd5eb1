import {
  ATTACHMENT_BYTES,
  ATTACHMENT_LIMIT,
  ATTACHMENT_TEXTS,
  type CircularAttachment,
} from '#contract/circulars/circulars.attachments.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { safeName } from '#server/documents/safe-name.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { MailFile } from '#server/mail/transport.ts'
import {
  attachTo,
  findAttachedFile,
  insertAttachment,
  listAttachedFiles,
  listWaiting,
  listWaitingFiles,
  lockWaitingBytes,
} from './circulars.attachments.queries.ts'

/** Files that wait to be sent, of one account: several circulars may be written in a day. */
const WAITING_BYTES = 5 * ATTACHMENT_BYTES

const PDF_START = Buffer.from('%PDF-')

const refuse = (text: string) => invalid({ file: [text] }, text)
const refuseChosen = (text: string) => invalid({ attachment_ids: [text] }, text)

/** Keeps a file until it is sent; only PDF, which every family can open and which holds no macros. */
export async function addAttachment(
  tx: SchoolTransaction,
  { filename, content, userId }: { filename: string; content: Uint8Array; userId: number },
): Promise<CircularAttachment> {
  if (content.length === 0) throw refuse(ATTACHMENT_TEXTS.empty)
  const isPdf = /\.pdf$/i.test(filename) && PDF_START.equals(content.subarray(0, PDF_START.length))
  if (!isPdf) throw refuse(ATTACHMENT_TEXTS.type)
  if (content.length > ATTACHMENT_BYTES) throw refuse(FILE_MESSAGES.size(ATTACHMENT_LIMIT))
  const waiting = await lockWaitingBytes(tx, userId)
  if (waiting + content.length > WAITING_BYTES) throw refuse(ATTACHMENT_TEXTS.waiting)
  const name = safeName(filename)
  const id = await insertAttachment(tx, { filename: name, content, created_by: userId })
  return { id, filename: name, size: content.length }
}

const refuseFiles = (found: readonly { size: number }[], ids: readonly number[]) => {
  if (found.length < new Set(ids).size) throw refuseChosen(ATTACHMENT_TEXTS.gone)
  const bytes = found.reduce((sum, { size }) => sum + size, 0)
  if (bytes > ATTACHMENT_BYTES) throw refuseChosen(FILE_MESSAGES.totalSize(ATTACHMENT_LIMIT))
}

/** Gives the chosen files to a circular; refused when one is gone or they are too large together. */
export async function attachFiles(
  tx: SchoolTransaction,
  { circularId, ids, userId }: { circularId: number; ids: readonly number[]; userId: number },
) {
  if (ids.length === 0) return
  refuseFiles(await listWaiting(tx, ids, userId), ids)
  await attachTo(tx, circularId, ids)
}

const toMailFile = ({ filename, content }: { filename: string; content: Buffer }): MailFile => ({
  filename,
  content,
  contentType: PDF_TYPE,
})

interface Attached {
  school_id: number
  circularId: number
  attachment_ids: readonly number[]
}

/** The files of the circular that was composed last: its next mail needs the same ones, and files never change. */
let last: { key: string; files: MailFile[] } | undefined
let forgetting: NodeJS.Timeout | undefined
const REMEMBERED_MS = 30_000

/** The files of a circular, which are the same in all its mails; read once for the mails of a moment. */
export async function filesForMails(tx: SchoolTransaction, { school_id, circularId, attachment_ids }: Attached) {
  if (attachment_ids.length === 0) return []
  const key = [school_id, circularId, ...attachment_ids].join(' ')
  if (last?.key !== key) last = { key, files: (await listAttachedFiles(tx, circularId)).map(toMailFile) }
  clearTimeout(forgetting)
  forgetting = setTimeout(() => {
    last = undefined
  }, REMEMBERED_MS).unref()
  return last.files
}

/** The same before it is sent. */
export async function waitingFiles(tx: SchoolTransaction, ids: readonly number[], userId: number) {
  if (ids.length === 0) return []
  const found = await listWaitingFiles(tx, ids, userId)
  refuseFiles(found, ids)
  return found.map(toMailFile)
}

export async function readAttachment(tx: SchoolTransaction, asked: { id: number; attachment_id: number }) {
  const found = await findAttachedFile(tx, asked)
  if (!found) throw notFound()
  return { filename: found.filename, media_type: PDF_TYPE, content: new Uint8Array(found.content) }
}
