import { addMonths, formatDate } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { fullName } from '#contract/person-names.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { type SchoolHead, schoolHeadOf } from '#server/documents/pdf-school-head.ts'
import { notFound } from '#server/http/api-error.ts'
import { type CertificateQuery, type Certified, findCertified } from './certificate.queries.ts'
import { getSchoolHead } from './pupildocuments.shared.queries.ts'

const LEFT = mm(25)
const WIDTH = mm(165)
const LABEL_WIDTH = mm(48)

/** Reads the content of the paper, and logs that it is made. */
export async function readCertificate(tx: SchoolTransaction, query: CertificateQuery) {
  const pupil = await findCertified(tx, query)
  if (!pupil) throw notFound()
  await logEvent(tx, { action: 'certificate_created', entityType: 'pupil', entityId: query.id })
  await logView(tx, { kind: 'print', subject: 'pupil', ids: [query.id], what: 'Schulbescheinigung' })
  return { pupil, school: await getSchoolHead(tx) }
}

/** Certificates contain all given names (domain §1.5). */
const wholeName = (pupil: Certified) => fullName({ ...pupil, firstname: pupil.firstnames_all ?? pupil.firstname })

/**
 * The last day: the entered exit, otherwise the end of the school year in which the pupil finishes the highest grade.
 */
const expectedEnd = ({ date_exit, membership }: Certified, gradeMax: number) => {
  if (date_exit) return date_exit
  return membership && addMonths(membership.year_end, 12 * Math.max(0, gradeMax - membership.grade))
}

const stageOf = ({ status, date_entry, date_exit }: Certified, today: string) => {
  if (hasLeft({ status }) || (date_exit && date_exit < today)) return 'past'
  return date_entry > today ? 'future' : 'present'
}

interface Content {
  sentence: string
  rows: [label: string, value: string][]
}

const born = ({ birthdate, birthplace }: Certified) =>
  `geboren am ${formatDate(birthdate)}${birthplace ? ` in ${birthplace}` : ''}`

/** Everything that the paper says about the pupil. */
export function certificateContent(
  pupil: Certified,
  { today, gradeMax }: { today: string; gradeMax: number },
): Content {
  const stage = stageOf(pupil, today)
  const { membership, birthname, date_entry } = pupil
  const end = stage === 'past' ? (pupil.date_exit ?? membership?.date_end) : expectedEnd(pupil, gradeMax)
  const sentences = {
    past: `hat unsere Schule vom ${formatDate(date_entry)} bis zum ${end ? formatDate(end) : '–'} besucht.`,
    present: `besucht seit dem ${formatDate(date_entry)} unsere Schule.`,
    future: `wird unsere Schule ab dem ${formatDate(date_entry)} besuchen.`,
  }
  const last = stage === 'past' ? ' (zuletzt)' : ''
  const endLabel = stage === 'past' || pupil.date_exit ? 'Abgang am' : 'Voraussichtlich bis'
  return {
    sentence: `${wholeName(pupil)}, ${born(pupil)}, ${sentences[stage]}`,
    rows: [
      ['Name', wholeName(pupil)],
      ...(birthname ? ([['Geburtsname', birthname]] satisfies Content['rows']) : []),
      ['Geburtsdatum', formatDate(pupil.birthdate)],
      [`Schuljahr${last}`, membership?.school_year ?? '–'],
      [`Klassenstufe${last}`, membership ? String(membership.grade) : '–'],
      [`Klasse${last}`, membership?.classgradePlain ?? '–'],
      [stage === 'present' ? 'An der Schule seit' : 'Aufnahme am', formatDate(date_entry)],
      [endLabel, end ? formatDate(end) : '–'],
    ],
  }
}

const drawTable = (pdf: PdfDocument, rows: Content['rows'], from: number) => {
  let y = from
  pdf.group('Table', () => {
    for (const [label, value] of rows) {
      pdf.group('TR', () => {
        pdf.text('TH', label, { x: LEFT, y, width: LABEL_WIDTH })
        y = pdf.text('TD', value, { x: LEFT + LABEL_WIDTH, y, width: WIDTH - LABEL_WIDTH, font: 'bold' }) + mm(1.5)
      })
    }
  })
}

const drawSignature = (pdf: PdfDocument, school: SchoolHead, today: string) => {
  const y = mm(225)
  pdf.text('P', `${school.city}, ${formatDate(today)}`, { x: LEFT, y: y - mm(7), width: mm(75) })
  pdf.decoration((doc) => {
    doc.rect(LEFT, y, mm(70), 0.6)
    doc.rect(mm(110), y, mm(80), 0.6).fill('black')
  })
  pdf.text('P', 'Ort, Datum', { x: LEFT, y: y + 3, width: mm(70), size: 9 })
  pdf.text('P', 'Unterschrift der Schulleitung, Schulstempel', { x: mm(110), y: y + 3, width: mm(80), size: 9 })
}

interface Certificate extends Awaited<ReturnType<typeof readCertificate>> {
  purpose: string | null
  today: string
  now: Date
}

/** The Schulbescheinigung (domain §9b): one page; its file name names no person. */
export async function writeCertificate({ pupil, school, purpose, today, now }: Certificate): Promise<FileReply> {
  const pdf = await PdfDocument.open({ title: 'Schulbescheinigung', at: now, isNumbered: true })
  const drawHead = schoolHeadOf(pdf, school)
  const { sentence, rows } = certificateContent(pupil, { today, gradeMax: school.grade_max })
  pdf.addPage()
  drawHead()
  const place = { x: LEFT, width: WIDTH }
  const y = pdf.text('H1', 'Schulbescheinigung', { ...place, y: mm(60), size: 20, font: 'bold' }) + mm(8)
  const under = pdf.text('P', sentence, { ...place, y, size: 12 }) + mm(8)
  drawTable(pdf, purpose ? [...rows, ['Zur Vorlage', purpose]] : rows, under)
  drawSignature(pdf, school, today)
  return {
    filename: `Schulbescheinigung-${pupil.pupil_number}-${today}.pdf`,
    media_type: PDF_TYPE,
    content: await pdf.finish(),
  }
}
