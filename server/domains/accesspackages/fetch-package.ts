import { PACKAGE_TEXTS, type PackageSubject } from '#contract/accesspackages/accesspackages.ts'
import { berlinToday } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { readEncryptedFile } from '#server/documents/encrypted-zip.ts'
import { ApiError, conflict, forbidden, invalid } from '#server/http/api-error.ts'
import { decryptBytes, type SecretRing } from '#server/secret-keys.ts'
import { lockWaitingPackage, updateFetched, updatePrinted } from './accesspackages.queries.ts'
import { PAPER_NAME, packageName } from './make-package.ts'
import { packagePurpose } from './package-purpose.ts'

interface WantedFile {
  id: number
  viewer: SchoolViewer
  now: Date
  keys: SecretRing
}

/** The waiting file as the password opens it, for the account that made it. */
async function lockOwnFile(tx: SchoolTransaction, { id, viewer, now, keys }: WantedFile) {
  const row = await lockWaitingPackage(tx, { id, userId: viewer.user_id, now: now.toISOString() })
  if (!row?.file_encrypted) throw new ApiError(404, { message: PACKAGE_TEXTS.gone })
  // The right may have been taken away since then.
  const subject = row.subject as PackageSubject
  if (!viewer.permissions.includes(SUBJECT_PERMISSIONS[subject])) throw forbidden()
  return { row, zip: new Uint8Array(decryptBytes(keys, packagePurpose(row), row.file_encrypted)) }
}

/** The file of a package, for the account that made it, once. */
export async function fetchPackage(tx: SchoolTransaction, wanted: WantedFile): Promise<FileReply> {
  const { row, zip } = await lockOwnFile(tx, wanted)
  await updateFetched(tx, wanted.id, wanted.now.toISOString())
  await logEvent(tx, { action: 'access_package_downloaded', entityType: row.subject, entityId: row.subject_id })
  return { filename: packageName(berlinToday(new Date(row.created_at))), media_type: 'application/zip', content: zip }
}

/**
 * The PDF of a waiting package for paper, once. The password shows that the dialog is still open that made it, and nothing
 * that could be read without it is stored. A wrong one does not count as the only look.
 */
export async function printPackage(
  tx: SchoolTransaction,
  { password, ...wanted }: WantedFile & { password: string },
): Promise<FileReply> {
  const { row, zip } = await lockOwnFile(tx, wanted)
  if (row.printed_at !== null) throw conflict(PACKAGE_TEXTS.printed)
  const content = await readEncryptedFile(zip, { name: PAPER_NAME, password })
  if (!content) throw invalid({ password: [PACKAGE_TEXTS.wrongPassword] })
  await updatePrinted(tx, wanted.id, wanted.now.toISOString())
  await logEvent(tx, { action: 'access_package_printed', entityType: row.subject, entityId: row.subject_id })
  return { filename: PAPER_NAME, media_type: 'application/pdf', content }
}
