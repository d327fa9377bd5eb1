import type { PackageData, PackageEntry, PackageSection } from '#contract/accesspackages/accesspackages.tree.ts'
import { momentText } from '#contract/dates.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { mm, PdfDocument, type Role } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { type SchoolHead, schoolHeadOf } from '#server/documents/pdf-school-head.ts'

/** Many short records, one line each; all others are tables of labels and values. */
const LINES: readonly string[] = ['log', 'done', 'views', 'mails', 'account_mail']
/** After this many entries other requests get a turn. */
const STEP = 25

const HEADINGS: readonly { role: Role; size: number; above: number }[] = [
  { role: 'H2', size: 14, above: mm(8) },
  { role: 'H3', size: 12.5, above: mm(6) },
  { role: 'H4', size: 11.5, above: mm(5) },
  { role: 'H4', size: 10.5, above: mm(4) },
]
const headingOf = (depth: number) => HEADINGS[Math.min(depth, HEADINGS.length - 1)] as (typeof HEADINGS)[number]

const drawLine = (flow: PageFlow, { facts }: PackageEntry) =>
  flow.text(facts.map(({ text }) => text).join(' · '), { size: 9.5 })

const drawFacts = (flow: PageFlow, { title, facts }: PackageEntry) => {
  if (title !== null) flow.text(title, { font: 'bold' })
  flow.facts(facts.map(({ label, text }) => [label, text] as const))
  flow.gap(mm(2.5))
}

async function drawSection(flow: PageFlow, section: PackageSection, depth: number) {
  const { role, size, above } = headingOf(depth)
  flow.heading(role, section.title, { size, above })
  for (const paragraph of section.paragraphs) flow.text(paragraph)
  if (section.paragraphs.length > 0) flow.gap(mm(1.5))
  const draw = LINES.includes(section.key) ? drawLine : drawFacts
  for (const [index, entry] of section.entries.entries()) {
    draw(flow, entry)
    if (index % STEP === 0) await flow.pdf.breathe()
  }
  for (const inner of section.sections) await drawSection(flow, inner, depth + 1)
}

/** `auskunft.pdf`: the tree of a package for people. */
export async function drawPackage(data: PackageData, school: SchoolHead) {
  const at = new Date(data.created_at)
  const pdf = await PdfDocument.open({ title: 'Auskunft nach Art. 15 DSGVO', at, isNumbered: true })
  const drawHead = schoolHeadOf(pdf, school)
  const flow = new PageFlow(pdf)
  drawHead()
  flow.y = mm(45)
  flow.heading('H1', 'Auskunft über gespeicherte Daten', { size: 19 })
  flow.text('nach Art. 15 und 20 der Datenschutz-Grundverordnung')
  flow.gap()
  flow.facts([
    [SUBJECT_WORDS[data.subject].one, data.title],
    ['Für', data.recipient],
    ['Stand', momentText(data.created_at)],
  ])
  for (const section of data.sections) await drawSection(flow, section, 0)
  return pdf.finish()
}
