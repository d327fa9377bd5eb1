import { PACKAGE_TEXTS, type PackageSubject } from '#contract/accesspackages/accesspackages.ts'
import { berlinToday } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { ApiError, forbidden } from '#server/http/api-error.ts'
import { decryptBytes, type SecretRing } from '#server/secret-keys.ts'
import { lockWaitingPackage, updateFetched } from './accesspackages.queries.ts'
import { packageName } from './make-package.ts'
import { packagePurpose } from './package-purpose.ts'

interface WantedFile {
  id: number
  viewer: SchoolViewer
  now: Date
  keys: SecretRing
}

/** The file of a package, for the account that made it, once. */
export async function fetchPackage(tx: SchoolTransaction, { id, viewer, now, keys }: WantedFile): Promise<FileReply> {
  const at = now.toISOString()
  const row = await lockWaitingPackage(tx, { id, userId: viewer.user_id, now: at })
  if (!row?.file_encrypted) throw new ApiError(404, { message: PACKAGE_TEXTS.gone })
  // The right may have been taken away since then.
  const subject = row.subject as PackageSubject
  if (!viewer.permissions.includes(SUBJECT_PERMISSIONS[subject])) throw forbidden()
  const content = decryptBytes(keys, packagePurpose(row), row.file_encrypted)
  await updateFetched(tx, id, at)
  await logEvent(tx, { action: 'access_package_downloaded', entityType: subject, entityId: row.subject_id })
  return {
    filename: packageName(berlinToday(new Date(row.created_at))),
    media_type: 'application/zip',
    content: new Uint8Array(content),
  }
}
