import { addressLines } from '#contract/addresses.ts'
import { changedLabel } from '#contract/datachecks/datachecks.decide.ts'
import { CHECKED_PERSON_KEYS } from '#contract/datachecks/datachecks.texts.ts'
import { formatDate } from '#contract/dates.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { fullName, titledName } from '#contract/person-names.ts'
import { mm, type PdfDocument } from '#server/documents/pdf-document.ts'
import type { LetterFlow } from '#server/documents/pdf-letter.ts'
import type { ContactRow } from './datachecks.record.queries.ts'
import type { FamilyRecord } from './family-record.ts'

const LEFT = mm(25)
const WIDTH = mm(165)
const LABEL = { x: LEFT, width: mm(38), size: 10 }
const STORED = { x: mm(65), width: mm(56), size: 10 }
/** What is written by hand goes on a line in this column. */
const BLANK = { x: mm(125), width: mm(65), size: 10 }
const LINE_HEIGHT = mm(9)
const NEW_CONTACT_ROWS = 2

interface FormRow {
  label: string
  /** Null: nothing is stored. */
  stored: string | null
}
interface FormPart {
  heading: string
  rows: FormRow[]
}

const contactText = ({ relation, phone, is_emergency, may_pickup }: ContactRow) =>
  [relation, phone, is_emergency && 'im Notfall anrufen', may_pickup && 'darf abholen'].filter(Boolean).join(', ')

/** What the form shows: exactly what the person's page behind the link shows, and no more (ADR 0070). */
const formParts = ({ guardian, addresses, children }: FamilyRecord): FormPart[] => [
  {
    heading: 'So erreichen wir Sie',
    rows: CHECKED_PERSON_KEYS.map((key) => ({ label: changedLabel(key), stored: guardian[key] })),
  },
  ...addresses.map(({ children: of, values, country }) => ({
    heading: of.length === 0 ? 'Ihre Anschrift' : `Anschrift von ${joinedWords(of.map(({ firstname }) => firstname))}`,
    rows: [{ label: 'Anschrift', stored: addressLines({ ...values, country }).join(', ') || null }],
  })),
  ...children
    .filter(({ seesHome }) => seesHome)
    .map(({ firstname, contacts }) => ({
      heading: `Weitere Kontaktpersonen für ${firstname}`,
      rows: [
        ...contacts.map((one) => ({ label: fullName(one), stored: contactText(one) })),
        ...Array.from({ length: NEW_CONTACT_ROWS }, () => ({ label: 'Neue Person', stored: '' })),
      ],
    })),
]

/** The same without the rows that wait for somebody new. */
export const storedParts = (record: FamilyRecord) =>
  formParts(record)
    .map((part) => ({ ...part, rows: part.rows.filter(({ stored }) => stored !== '') }))
    .filter(({ rows }) => rows.length > 0)

const drawRow = (pdf: PdfDocument, flow: LetterFlow, { label, stored }: FormRow) => {
  const text = stored ?? 'nicht eingetragen'
  const height = Math.max(LINE_HEIGHT, pdf.heightOf(label, LABEL) + mm(2), pdf.heightOf(text, STORED) + mm(2))
  flow.need(height)
  const { y } = flow
  pdf.text('P', label, { ...LABEL, y: y + mm(2) })
  if (text !== '') pdf.text('P', text, { ...STORED, y: y + mm(2) })
  flow.y = y + height
  // An empty row is written on from its label on.
  const start = text === '' ? STORED.x : BLANK.x
  pdf.decoration((doc) => {
    doc.rect(start, flow.y - mm(1), LEFT + WIDTH - start, 0.4).fill('black')
  })
}

/** „Anna Adler · für Ben Adler, Klasse 1a; Ida Adler, Klasse 2a“: the sheet may come back without its letter. */
const sheetOwner = ({ guardian, children }: FamilyRecord) =>
  `${titledName(guardian)} · für ${children.map((child) => `${fullName(child)}, Klasse ${child.schoolclass}`).join('; ')}`

/** The second page of a letter: the stored data and lines to write on, for families without a computer. */
export function drawCheckForm(
  pdf: PdfDocument,
  { flow, record, endsOn }: { flow: LetterFlow; record: FamilyRecord; endsOn: string },
) {
  flow.nextPage()
  flow.y = pdf.text('H2', 'Ihre gespeicherten Angaben', { x: LEFT, y: flow.y, width: WIDTH, size: 13, font: 'bold' })
  flow.gap(mm(1))
  flow.paragraph(sheetOwner(record), { size: 10.5, font: 'bold' })
  flow.paragraph(`Bitte bis ${formatDate(endsOn)} zurückgeben`, { size: 10.5 })
  flow.gap(mm(2))
  flow.paragraph(
    'Statt den Link zu öffnen, können Sie dieses Blatt ausfüllen: Was sich geändert hat, schreiben Sie bitte rechts daneben. Stimmt alles, genügt Ihre Unterschrift. Geben Sie das Blatt bitte in der Schule ab.',
    { size: 10 },
  )
  for (const { heading, rows } of formParts(record)) {
    // A heading keeps its first row.
    flow.need(mm(10) + LINE_HEIGHT)
    flow.gap(mm(4))
    const { y } = flow
    flow.y = pdf.text('H3', heading, { x: LEFT, y, width: mm(95), size: 10.5, font: 'bold' })
    if (rows.some(({ stored }) => stored !== ''))
      pdf.text('P', 'Neu (nur wenn es sich geändert hat)', { ...BLANK, y, size: 9 })
    for (const row of rows) drawRow(pdf, flow, row)
  }
  flow.need(mm(26))
  flow.gap(mm(8))
  drawRow(pdf, flow, { label: 'Datum, Unterschrift', stored: '' })
}
