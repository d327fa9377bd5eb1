import type { FileReply } from '#contract/file-reply.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { type Decided, INFORM_TEXTS } from '#contract/registrations/registrations.inform.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { openFontLetters } from '#server/documents/font-letters.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { PdfDocument } from '#server/documents/pdf-document.ts'
import { lettersOf, listPage } from '#server/documents/pdf-letter.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import {
  type DecisionLetter,
  readDecisionLetters,
} from '#server/domains/registrations/mails/decision-letters.shared.ts'
import { conflict } from '#server/http/api-error.ts'

type PrintedLetter = Pick<DecisionLetter, 'child' | 'to' | 'subject' | 'paragraphs'>

/** Letters that the font lacks would be empty boxes in the window of the envelope. */
const openIsPrintable = async () => {
  const lettersLacking = await openFontLetters()
  return ({ to, paragraphs }: PrintedLetter) =>
    lettersLacking([...to.names, ...to.lines, ...paragraphs].join('')).length === 0
}

/** The letters that can be printed with the school's head, and who is left out; 409 with the refusal when nobody gets one. */
export async function printLetters<Letter extends PrintedLetter>(
  tx: SchoolTransaction,
  { letters, missing, refusal }: { letters: readonly Letter[]; missing: readonly string[]; refusal: string },
) {
  const isPrintable = await openIsPrintable()
  const printable = letters.filter(isPrintable)
  if (printable.length === 0) throw conflict(refusal)
  const unprintable = letters
    .filter((letter) => !isPrintable(letter))
    .map(({ child }) => `${child}: Der Brief enthält Zeichen, die sich nicht drucken lassen.`)
  return { letters: printable, missing: [...unprintable, ...missing], school: await getSchoolHead(tx) }
}

/** The letters about decisions, and who is left out. */
export async function readLetters(tx: SchoolTransaction, families: readonly Decided[], acting: { now: Date }) {
  const { letters, missing } = await readDecisionLetters(tx, families, acting)
  const others = missing.map((name) => `${name}: Die Entscheidung oder die Adressen haben sich geändert.`)
  return await printLetters(tx, { letters, missing: others, refusal: INFORM_TEXTS.noLetter })
}

/** The applications whose letters stand in the file, each once. */
export const writtenTo = (letters: readonly DecisionLetter[]): Decided[] => [
  ...new Map(letters.map(({ id, kind }) => [id, { id, kind }])).values(),
]

interface Writing {
  /** What stands in the name of the file and in its properties; it names no person. */
  title: string
  letters: readonly PrintedLetter[]
  missing: readonly string[]
  school: Awaited<ReturnType<typeof getSchoolHead>>
  schoolId: number
  today: string
  now: Date
}

/** All letters in one file for window envelopes; its last page lists who is missing. */
export const writeLetters = ({ title, letters, missing, school, schoolId, today, now }: Writing): Promise<FileReply> =>
  inPaperTurn(schoolId, async (signal) => {
    const pdf = await PdfDocument.open({ title, at: now, signal })
    const draw = lettersOf(pdf, school)
    for (const { to, subject, paragraphs } of letters) {
      await pdf.breathe()
      draw({
        address: [...to.names, ...to.lines],
        day: today,
        subject,
        body: paragraphs.join('\n\n'),
        closing: ['Mit freundlichen Grüßen', '', '', school.name].join('\n'),
      })
    }
    if (missing.length > 0) listPage(pdf, { heading: 'Nicht enthalten', rows: [...missing] })
    return { filename: `${title}-${today}.pdf`, media_type: PDF_TYPE, content: await pdf.finish() }
  })
