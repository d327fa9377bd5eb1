import { createHash } from 'node:crypto'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { LOGO_BYTES, LOGO_LIMIT, SCHOOL_TEXTS } from '#contract/schools/schools.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { cleanLogo, type LogoRefusal } from '#server/documents/logo-image.ts'
import { invalid } from '#server/http/api-error.ts'
import { updateSchool } from './schools.active.queries.ts'
import { deleteLogos, insertDocument } from './schools.queries.ts'
import { dataAddress, lockSchool } from './schools.shared.queries.ts'

const MIME = 'image/png'

const REFUSALS: Record<LogoRefusal, string> = {
  type: FILE_MESSAGES.type,
  'too wide': SCHOOL_TEXTS.logoTooWide,
  unreadable: SCHOOL_TEXTS.logoUnreadable,
}

const refuse = (text: string) => invalid({ content: [text] }, text)

/**
 * Decodes the base64 file and writes it as a new PNG; 422 when it is too large or no picture. Slow, so it runs outside
 * any transaction.
 */
export async function readLogoFile(content: string) {
  const file = Buffer.from(content, 'base64')
  if (file.length > LOGO_BYTES) throw refuse(FILE_MESSAGES.size(LOGO_LIMIT))
  const png = await cleanLogo(file)
  if (typeof png === 'string') throw refuse(REFUSALS[png])
  return png
}

/** The table `school` has no log trigger, so this logs in addition to the trigger of the file's row. */
const noteLogo = async (tx: SchoolTransaction, schoolId: number, documentId: number | null) => {
  await updateSchool(tx, { logo_document_id: documentId })
  await deleteLogos(tx, documentId)
  await logEvent(tx, {
    action: 'school_updated',
    entityType: 'school',
    entityId: schoolId,
    fields: ['logo_document_id'],
  })
}

/** Makes the picture the bound school's logo and deletes the former one. */
export async function saveLogo(tx: SchoolTransaction, viewer: SchoolViewer, content: Buffer) {
  const school = await lockSchool(tx)
  const documentId = await insertDocument(tx, {
    owner_type: 'school',
    owner_id: school.id,
    kind: 'logo',
    filename: `logo-${school.short}.png`,
    mime: MIME,
    size: content.length,
    sha256: createHash('sha256').update(content).digest(),
    content,
    created_by: viewer.user_id,
  })
  await noteLogo(tx, school.id, documentId)
  return { message: 'Das Logo ist gespeichert.', logo: dataAddress({ mime: MIME, content }) }
}

/** A second call changes nothing. */
export async function removeLogo(tx: SchoolTransaction, schoolId: number) {
  const school = await lockSchool(tx)
  if (school.logo_document_id === null) return { message: 'Es gibt kein Logo.' }
  await noteLogo(tx, schoolId, null)
  return { message: 'Das Logo ist entfernt.' }
}
