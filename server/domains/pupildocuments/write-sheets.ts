import type { FileReply } from '#contract/file-reply.ts'
import { fullName } from '#contract/person-names.ts'
import { leftOutText, PDF_TYPE, type PupilSheetsForm, type SheetKind } from '#contract/pupildocuments/pupildocuments.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { PdfDocument } from '#server/documents/pdf-document.ts'
import { drawLabels } from '#server/documents/pdf-labels.ts'
import { type Letter, lettersOf, listPage } from '#server/documents/pdf-letter.ts'
import { drawLinkBlock, drawLinkCards, LINK_LETTER, OWN_LINK_LETTER } from './draw-link-sheets.ts'
import { childClasses, childNames, type Household, isOwnLetter, salutationOf, windowLines } from './households.ts'
import { LABEL_GRIDS } from './label-grids.ts'
import type { Sheets } from './plan-sheets.ts'

const TITLES: Record<SheetKind, string> = {
  link_sheets: 'Elternlinks',
  link_letters: 'Elternlink-Briefe',
  labels: 'Etiketten',
  letters: 'Briefe',
}

interface Writing {
  sheets: Sheets
  schoolId: number
  today: string
  now: Date
}

type LettersForm = Extract<PupilSheetsForm, { kind: 'letters' }>
type LabelsForm = Extract<PupilSheetsForm, { kind: 'labels' }>

/** The text with the household's children filled in; a placeholder inside a name is not replaced. */
const filledIn = (text: string, household: Household) =>
  text.replace(/\{Kind(?:er)?\}|\{Klassen?\}/g, (found) =>
    found.startsWith('{Kind') ? childNames(household) : childClasses(household) || '–',
  )

interface LetterContent {
  subject: string
  text: string
  /** Missing: today. */
  date?: string | undefined
  enclosures?: string | null
}

/** „Anlage“ and what it is, or „Anlagen“ and a line for each. */
const enclosureLines = (enclosures: string) => {
  const lines = enclosures.split('\n').filter((line) => line !== '')
  return ['', '', lines.length === 1 ? 'Anlage' : 'Anlagen', ...lines]
}

const letterTo = (household: Household, { subject, text, ...content }: LetterContent, writing: Writing) => {
  const { school } = writing.sheets
  const body = [salutationOf(household), '', text].join('\n')
  const enclosed = content.enclosures ? enclosureLines(content.enclosures) : []
  const closing = ['Mit freundlichen Grüßen', '', '', school.name, ...enclosed].join('\n')
  const day = content.date ?? writing.today
  return { address: windowLines(household), day, subject, body, closing } satisfies Letter
}

async function drawLetters(pdf: PdfDocument, form: LettersForm, writing: Writing) {
  const draw = lettersOf(pdf, writing.sheets.school)
  for (const household of writing.sheets.households) {
    await pdf.breathe()
    const [subject, text] = [filledIn(form.subject, household), filledIn(form.body, household)]
    draw(letterTo(household, { subject, text, date: form.date, enclosures: form.enclosures }, writing))
  }
}

const linkLetterOf = (household: Household) =>
  isOwnLetter(household)
    ? OWN_LINK_LETTER
    : { subject: LINK_LETTER.subject, text: LINK_LETTER.text(childNames(household)) }

async function drawLinkLetters(pdf: PdfDocument, writing: Writing) {
  const { school, households, linkOf } = writing.sheets
  const draw = lettersOf(pdf, school)
  for (const household of households) {
    await pdf.breathe()
    draw(letterTo(household, linkLetterOf(household), writing), (flow) => {
      flow.gap()
      for (const pupil of household.pupils) drawLinkBlock(pdf, flow, linkOf(pupil))
    })
  }
}

const labelsOf = ({ pupils, households }: Sheets, { content }: LabelsForm) =>
  content === 'address'
    ? households.map(windowLines)
    : pupils.map((pupil) => [fullName(pupil), pupil.classgradePlain ? `Klasse ${pupil.classgradePlain}` : ''])

const draw = async (pdf: PdfDocument, writing: Writing) => {
  const { sheets } = writing
  const { form, pupils, school, linkOf } = sheets
  if (form.kind === 'link_sheets') return drawLinkCards(pdf, school.name, pupils.map(linkOf))
  if (form.kind === 'link_letters') return drawLinkLetters(pdf, writing)
  if (form.kind === 'letters') return drawLetters(pdf, form, writing)
  return drawLabels(pdf, { grid: LABEL_GRIDS[form.format], start: form.start, labels: labelsOf(sheets, form) })
}

/** Writes the file; its last page lists the pupils who are missing in it. Its name names no person. */
export const writeSheets = (writing: Writing): Promise<FileReply> =>
  inPaperTurn(writing.schoolId, async (signal) => {
    const { form, missing } = writing.sheets
    const title = TITLES[form.kind]
    const pdf = await PdfDocument.open({ title, at: writing.now, signal })
    await draw(pdf, writing)
    if (missing.length > 0) listPage(pdf, { heading: 'Nicht enthalten', rows: missing.map(leftOutText) })
    return { filename: `${title}-${writing.today}.pdf`, media_type: PDF_TYPE, content: await pdf.finish() }
  })
