import { envelopeLines, homeOf, isDeliverable } from '#contract/addresses.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { titledName } from '#contract/person-names.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { type LetterFlow, lettersOf } from '#server/documents/pdf-letter.ts'
import { drawQr } from '#server/documents/pdf-qr.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import { type LinkMaking, makeCheckLinks } from './check-link.ts'
import { composeFor } from './check-mail.ts'
import { isRunning } from './check-running.ts'
import { findCheck, listReaders, type StoredReader } from './datachecks.queries.ts'
import { drawCheckForm } from './draw-check-form.ts'
import { type FamilyRecord, loadRecord } from './family-record.ts'

const QR_SIZE = mm(40)

interface LetterQuery {
  id: number
  readerIds: readonly number[]
  today: string
  now: Date
}

/** The address of a letter; without a complete one it has only the name and is handed over. */
const windowOf = ({ guardian, children }: FamilyRecord) => {
  const [home] = children.flatMap(
    (child) => homeOf({ ...guardian, lives_with_pupil: child.lives_with_pupil }, child) ?? [],
  )
  return [titledName(guardian), ...(home && isDeliverable(home) ? envelopeLines(home) : [])]
}

async function readLetter(
  tx: SchoolTransaction,
  reader: StoredReader,
  { check, today }: { check: { subject: string; body: string; ends_on: string }; today: string },
) {
  const record = await loadRecord(tx, reader, today)
  if (!record) return []
  const plan = {
    guardian_id: reader.guardian_id,
    name: titledName(record.guardian),
    mail: null,
    children: record.children,
  }
  const { composed } = await composeFor(tx, check, plan)
  return [{ readerId: reader.id, record, address: windowOf(record), ...composed }]
}

/** The letters of a round with their links. 404 when a chosen reader is not of this round. */
export async function readCheckLetters(
  tx: SchoolTransaction,
  { id, readerIds, today, now }: LetterQuery,
  making: LinkMaking,
) {
  const check = await findCheck(tx, id)
  if (!check) throw notFound()
  if (!isRunning(check, today)) throw conflict(DATA_CHECK_TEXTS.over)
  const all = await listReaders(tx, id)
  const chosen = all.filter((reader) =>
    readerIds.length > 0 ? readerIds.includes(reader.id) : !reader.is_mailed && reader.answered_at === null,
  )
  if (chosen.length < readerIds.length) throw notFound()
  const letters = []
  for (const reader of chosen) letters.push(...(await readLetter(tx, reader, { check, today })))
  if (letters.length === 0) throw conflict(DATA_CHECK_TEXTS.noLetters)
  const links = await makeCheckLinks(tx, chosen, making)
  await logEvent(tx, { action: 'data_check_letters', entityType: 'data_check', entityId: id })
  const pupils = [...new Set(chosen.flatMap(({ pupil_ids }) => pupil_ids))]
  await logView(tx, { kind: 'export', subject: 'pupil', ids: pupils, what: 'Datenabgleich', at: now })
  return {
    school: await getSchoolHead(tx),
    endsOn: check.ends_on,
    letters: letters.map((letter) => ({ ...letter, url: links.get(letter.readerId) ?? '' })),
  }
}
type CheckLetters = Awaited<ReturnType<typeof readCheckLetters>>

/** Broken where it is easiest to type. */
const typed = (address: string) => address.replace(/\/([^/]+)$/, '/\n$1')

const drawLink = (pdf: PdfDocument, flow: LetterFlow, url: string) => {
  flow.gap()
  flow.need(QR_SIZE + mm(4))
  const { y } = flow
  const aside = { x: mm(25) + QR_SIZE + mm(4), width: mm(165) - QR_SIZE - mm(4) }
  drawQr(pdf, { text: url, alt: 'QR-Code mit dem Link zum Datenabgleich' }, { x: mm(23), y, size: QR_SIZE })
  const text = 'Code mit der Kamera des Telefons scannen oder die Adresse in einen Browser tippen:'
  const under = pdf.text('P', text, { ...aside, y: y + mm(6), size: 10 })
  pdf.text('P', typed(url), { ...aside, y: under + mm(2), size: 10 })
  flow.y = y + QR_SIZE + mm(4)
}

/** Draws the file; its name names nobody. */
export const writeCheckLetters = (
  { school, endsOn, letters }: CheckLetters,
  { schoolId, today, now, withData }: { schoolId: number; today: string; now: Date; withData: boolean },
): Promise<FileReply> =>
  inPaperTurn(schoolId, async (signal) => {
    const pdf = await PdfDocument.open({ title: 'Datenabgleich', at: now, signal })
    const draw = lettersOf(pdf, school)
    for (const { record, address, subject, paragraphs, closing, url } of letters) {
      await pdf.breathe()
      const letter = {
        address,
        subject,
        day: today,
        body: paragraphs.join('\n\n'),
        closing: closing.join('\n\n'),
      }
      const drawForm = withData ? (flow: LetterFlow) => drawCheckForm(pdf, { flow, record, endsOn }) : undefined
      draw(letter, (flow) => drawLink(pdf, flow, url), drawForm)
    }
    return { filename: `Datenabgleich-${today}.pdf`, media_type: PDF_TYPE, content: await pdf.finish() }
  })
