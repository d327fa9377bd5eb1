import type { FileReply } from '#contract/file-reply.ts'
import { LETTER_LABELS, type LetterForm } from '#contract/privacyrequests/privacyrequests.letters.ts'
import { PDF_TYPE, PUPIL_DOCUMENT_TEXTS } from '#contract/pupildocuments/pupildocuments.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { openFontLetters } from '#server/documents/font-letters.ts'
import { PdfDocument } from '#server/documents/pdf-document.ts'
import { lettersOf } from '#server/documents/pdf-letter.ts'
import type { SchoolHead } from '#server/documents/pdf-school-head.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { lockRequest } from './privacyrequests.queries.ts'
import { insertRequestEvent } from './privacyrequests.shared.queries.ts'

/** 422 for letters that the font lacks: whoever typed them can write them otherwise. */
const refuseUnprintable = async (form: LetterForm) => {
  const lettersLacking = await openFontLetters()
  for (const field of ['address', 'subject', 'text'] as const) {
    const letters = lettersLacking(form[field]).join(' ')
    if (letters !== '') throw invalid({ [field]: [PUPIL_DOCUMENT_TEXTS.unprintable(letters)] })
  }
}

/** Notes in history and log that a letter was made; neither its text nor its address is stored. */
export async function noteLetter(
  tx: SchoolTransaction,
  { id, form }: { id: number; form: LetterForm },
  acting: Acting,
): Promise<SchoolHead> {
  await refuseUnprintable(form)
  if (!(await lockRequest(tx, id))) throw notFound()
  await insertRequestEvent(tx, acting, { request_id: id, kind: 'letter', fields: [form.kind] })
  await logEvent(tx, { action: 'privacy_request_letter', entityType: 'privacy_request', entityId: id })
  return getSchoolHead(tx)
}

interface RequestLetter {
  id: number
  form: LetterForm
  school: SchoolHead
  today: string
  now: Date
}

/** A letter with the head of the school; its file name names no person. */
export async function writeRequestLetter({ id, form, school, today, now }: RequestLetter): Promise<FileReply> {
  const title = LETTER_LABELS[form.kind]
  const pdf = await PdfDocument.open({ title, at: now })
  lettersOf(
    pdf,
    school,
  )({
    address: form.address.split('\n'),
    day: today,
    subject: form.subject,
    body: form.text,
    closing: ['Mit freundlichen Grüßen', '', '', '', school.name].join('\n'),
  })
  const name = title.replaceAll(' ', '-')
  return { filename: `${name}-${id}-${today}.pdf`, media_type: PDF_TYPE, content: await pdf.finish() }
}
