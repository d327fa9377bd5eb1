import { formatDateTime, formatDayOf } from '#contract/dates.ts'
import { displayPhone } from '#contract/phone.ts'
import { openFontLetters } from '#server/documents/font-letters.ts'
import { mm, type PdfDocument } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { markdownText } from '#server/documents/pdf-markdown.ts'
import { drawLogo, openLogo, type SchoolHead } from '#server/documents/pdf-school-head.ts'
import { boxFacts, type DocumentParts, documentParts } from './document-content.ts'
import { drawDeclarations, drawForSchool, drawPapers, drawSignatures } from './draw-document-end.ts'
import type { PrintedRegistration } from './printed-registrations.queries.ts'

const LOGO = { width: mm(50), height: mm(22) }
const HEAD_X = mm(80)
const SECTION = 12.5
const BOX_PADDING = mm(3)
const WORDS_SIZE = { leading: 1.3 }

const headText = ({ carrier_name, name, street, house_number, zip, city, phone, mail }: SchoolHead) =>
  [
    ...(carrier_name === name ? [] : [carrier_name]),
    `${street} ${house_number}, ${zip} ${city}`,
    `Telefon ${displayPhone(phone)} · ${mail}`,
  ].join('\n')

/** The logo left, the school right, and below them a line in the school's colour. */
const drawHead = (flow: PageFlow, school: SchoolHead, logo: ReturnType<typeof openLogo>) => {
  const { pdf, y: top } = flow
  if (logo) drawLogo(pdf, { school: school.name, logo }, { x: flow.left, y: top, ...LOGO })
  const place = { x: HEAD_X, width: flow.left + flow.width - HEAD_X, align: 'right', leading: 1.25 } as const
  const under = pdf.text('P', school.name, { ...place, y: top, size: 13, font: 'bold' })
  const end = pdf.text('P', headText(school), { ...place, y: under, size: 10 })
  const y = Math.max(end, logo ? top + LOGO.height : end) + mm(3)
  pdf.decoration((doc) => doc.rect(flow.left, y, flow.width, 1.5).fill(school.accent))
  flow.y = y + mm(6)
}

const drawTitle = (flow: PageFlow, { school_year, desired_grade }: PrintedRegistration) => {
  const place = { x: flow.left, width: flow.width }
  flow.y = flow.pdf.text('H1', 'Aufnahmeantrag', { ...place, y: flow.y, size: 20, font: 'bold', leading: 1.2 })
  const subtitle = `Schuljahr ${school_year} · Klassenstufe ${desired_grade}`
  flow.y = flow.pdf.text('P', subtitle, { ...place, y: flow.y, size: 13 }) + mm(3)
}

const drawBox = (flow: PageFlow, registration: PrintedRegistration) => {
  const from = flow.y
  flow.gap(BOX_PADDING)
  flow.facts(boxFacts(registration), { labelWidth: mm(66), indent: BOX_PADDING })
  flow.gap(BOX_PADDING - 2)
  const height = flow.y - from
  // A box that continues on the next page has no frame.
  if (height > 0)
    flow.pdf.decoration((doc) => doc.lineWidth(0.8).rect(flow.left, from, flow.width, height).stroke('black'))
}

/** A section with its heading; without facts it is left out. */
const drawFacts = (flow: PageFlow, title: string, facts: DocumentParts['child']) => {
  if (facts.length === 0) return
  flow.heading('H2', title, { size: SECTION })
  flow.facts(facts)
}

/** The family's own words fill one page at most and are cut with „…“ (domain §2.4). */
const drawWords = (flow: PageFlow, words: DocumentParts['words']) => {
  flow.heading('H2', 'Angaben der Familie', { size: SECTION })
  let left = flow.linesPerPage - 4 - 2 * words.length
  for (const [index, { label, text }] of words.entries()) {
    const lines = flow.wrap(text)
    const share = Math.floor(left / (words.length - index))
    const shown = lines.length > share ? [...lines.slice(0, share - 1), '…'] : lines
    flow.heading('H3', label, { size: 11, above: index === 0 ? 0 : mm(2) })
    flow.lines(shown, WORDS_SIZE)
    left -= shown.length
  }
}

const drawAnswers = (flow: PageFlow, parts: DocumentParts) => {
  drawFacts(flow, 'Kind', parts.child)
  drawFacts(flow, 'Gewünschte Aufnahme', parts.place)
  drawFacts(flow, 'Bisherige Einrichtung', parts.history)
  flow.heading('H2', 'Sorgeberechtigte', { size: SECTION })
  flow.facts(parts.custody)
  flow.gap(mm(1))
  flow.columns(parts.guardians)
  drawFacts(flow, 'Geschwister', parts.siblings)
  drawFacts(flow, parts.talkTitle, parts.talk)
  drawWords(flow, parts.words)
}

const textOf = (parts: DocumentParts) =>
  [
    parts.child,
    parts.place,
    parts.history,
    parts.custody,
    parts.siblings,
    parts.talk,
    ...parts.guardians.map((one) => one.facts),
  ]
    .flat()
    .map(([, value]) => value)
    .concat(parts.words.map(({ text }) => text))
    .join('\n')

const LACKING = 'Ein leeres Kästchen steht für ein Zeichen, das diese Schrift nicht enthält.'

interface Drawing {
  registration: PrintedRegistration
  now: Date
}

/** Draws the applications one after the other into one file, each with its own pages and page numbers. */
export async function documentsOf(pdf: PdfDocument, school: SchoolHead) {
  const lettersLacking = await openFontLetters()
  const logo = openLogo(pdf, school)
  let drawNotice: ReturnType<typeof markdownText> | undefined

  const notice = (flow: PageFlow, { notice: read }: PrintedRegistration) => {
    if (!read?.body_markdown) return
    flow.newPage()
    flow.heading('H2', 'Datenschutzhinweise nach Art. 13 DSGVO', { size: 14 })
    flow.text(`Fassung ${read.version_number} vom ${formatDayOf(read.created_at)}`)
    drawNotice ??= markdownText(pdf, flow.width)
    drawNotice(flow, read.body_markdown)
  }

  return ({ registration, now }: Drawing) => {
    const parts = documentParts(registration)
    pdf.group('Sect', () => {
      const flow = new PageFlow(pdf)
      pdf.bookmark(registration.number)
      drawHead(flow, school, logo)
      drawTitle(flow, registration)
      drawBox(flow, registration)
      if (lettersLacking(textOf(parts)).length > 0) flow.text(LACKING, { size: 10 })
      drawAnswers(flow, parts)
      drawDeclarations(flow, registration)
      drawSignatures(flow, registration)
      drawForSchool(flow)
      drawPapers(flow, registration)
      notice(flow, registration)
    })
    pdf.endPart(`${registration.number} · Erstellt am ${formatDateTime(now)}`)
  }
}
