import { randomInt } from 'node:crypto'
import type { PackageData } from '#contract/accesspackages/accesspackages.tree.ts'
import {
  PACKAGE_HOURS,
  PACKAGE_TEXTS,
  type PackageForm,
  type PackageReply,
} from '#contract/accesspackages/accesspackages.ts'
import { HOUR_MS } from '#contract/dates.ts'
import { enqueue } from '#server/db/enqueue.ts'
import { logEvent, logEvents, separateLog } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import { type SchoolTransaction, withSchools } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { writeEncryptedZip } from '#server/documents/encrypted-zip.ts'
import type { SchoolHead } from '#server/documents/pdf-school-head.ts'
import { insertRequestEvent } from '#server/domains/privacyrequests/privacyrequests.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import { encrypt, type SecretRing } from '#server/secret-keys.ts'
import { insertPackage, lockRemovalCount, takePackageId } from './accesspackages.queries.ts'
import type { IncludedPupils } from './build-tree.ts'
import { drawPackage } from './draw-package.ts'
import type { PackageFile } from './package-context.ts'
import { packagePurpose } from './package-purpose.ts'

export const EXPIRE_TASK = 'expire_packages'

/** Letters and digits that nobody mistakes for another on paper or on the phone. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LETTERS = 4

/** Twenty letters in groups: 99 bits, because the zip's own key derivation is cheap to try. */
const makePackagePassword = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** The part of the zip that people read. */
export const PAPER_NAME = 'auskunft.pdf'

interface WrittenPackage {
  password: string
  zip: Uint8Array
}

const running = new Set<number>()

/** One package at a time for each account: drawing a long one takes seconds. */
export async function oneAtATime<T>(userId: number, work: () => Promise<T>) {
  if (running.has(userId)) throw conflict(PACKAGE_TEXTS.running)
  running.add(userId)
  try {
    return await work()
  } finally {
    running.delete(userId)
  }
}

/** Writes the tree twice, for people and for programs, and the stored papers into one zip. */
export async function writePackage(
  { data, files: papers }: { data: PackageData; files: readonly PackageFile[] },
  school: SchoolHead,
): Promise<WrittenPackage> {
  const password = makePackagePassword()
  const files = [
    { name: PAPER_NAME, content: await drawPackage(data, school) },
    { name: 'daten.json', content: Buffer.from(`${JSON.stringify(data, null, 2)}\n`) },
    ...papers,
  ]
  return { password, zip: await writeEncryptedZip(files, { password, at: new Date(data.created_at) }) }
}

interface FinishedPackage {
  form: PackageForm
  pupils: IncludedPupils
  written: WrittenPackage
  /** The count of erasures and restrictions before anything was read. */
  removals: number
  acting: Acting
  keys: SecretRing
}

/** The log of each child says at its school that its data went out, and so do the views of everybody in the package. */
async function logPackage(tx: SchoolTransaction, { pupils, form, acting }: FinishedPackage) {
  const { subject, id } = form
  await logEvent(tx, { action: 'access_package_created', entityType: subject, entityId: id })
  await logView(tx, { kind: 'package', subject, ids: [id], at: acting.now })
  const others = pupils.map(({ school_id, ids }) => ({
    school_id,
    ids: ids.filter((pupilId) => subject !== 'pupil' || pupilId !== id),
  }))
  const scope = { own: acting.viewer.school_id, schoolIds: others.map(({ school_id }) => school_id) }
  await withSchools(tx, scope, async (inside, schoolId) => {
    const ids = others.find(({ school_id }) => school_id === schoolId)?.ids ?? []
    await logEvents(inside, { action: 'access_package_created', entityType: 'pupil', entityIds: ids })
    await logView(inside, { kind: 'package', subject: 'pupil', ids, at: acting.now })
  })
}

/**
 * Stores the encrypted file for a day, and logs that it was made. 409 when somebody was erased or restricted since it was
 * read: that may be anybody in it.
 */
export async function storePackage(tx: SchoolTransaction, finished: FinishedPackage): Promise<PackageReply> {
  const { form, pupils, written, acting, keys } = finished
  const { school_id, user_id } = acting.viewer
  // The first transaction may have logged that confidential entries of the child were read.
  await separateLog(tx, 'stored')
  if (form.request_id !== null) await insertRequestEvent(tx, acting, { request_id: form.request_id, kind: 'package' })
  await enqueue(tx, EXPIRE_TASK, { delaySeconds: (PACKAGE_HOURS * HOUR_MS) / 1000, schoolId: school_id })
  await logPackage(tx, finished)
  // Last of all, because whoever erases waits from here on, and may hold rows that the lines above wait for.
  if ((await lockRemovalCount(tx)) !== finished.removals) throw conflict(PACKAGE_TEXTS.outdated)
  const id = await takePackageId(tx)
  const expires_at = new Date(acting.now.getTime() + PACKAGE_HOURS * HOUR_MS).toISOString()
  await insertPackage(tx, {
    id,
    school_id,
    subject: form.subject,
    subject_id: form.id,
    pupil_ids: [...(pupils.find((one) => one.school_id === school_id)?.ids ?? [])],
    request_id: form.request_id,
    file_encrypted: encrypt(keys, packagePurpose({ school_id, id }), written.zip),
    file_size: written.zip.length,
    expires_at,
    created_by: user_id,
    created_at: acting.now.toISOString(),
  })
  return {
    id,
    password: written.password,
    filename: packageName(acting.today),
    bytes: written.zip.length,
    expires_at,
  }
}

/** The name of the file names nobody. */
export const packageName = (day: string) => `Auskunft-${day}.zip`
