import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { SchoolHead } from '#server/documents/pdf-school-head.ts'
import { certificateContent, writeCertificate } from '#server/domains/pupildocuments/write-certificate.ts'
import { writeSheets } from '#server/domains/pupildocuments/write-sheets.ts'
import { writeDocument } from '#server/domains/registrationdocuments/write-documents.ts'
import { median } from './measure.ts'
import type { BenchRow } from './pupil-list.bench.ts'
import { samplePrinting, wordsOf } from './registration-paper.ts'

const ROUNDS = 20
const GOAL = 1.3
const CARDS = 1000
const STEP_MS = 100
const TODAY = '2026-11-20'
const NOW = new Date('2026-11-20T08:00:00Z')

const SCHOOL: SchoolHead = {
  name: 'Freie Schule Wacholderhain',
  carrier_name: 'Trägerverein Wacholderhain e. V.',
  street: 'Am Anger',
  house_number: '1',
  zip: '15999',
  city: 'Wacholderhain',
  phone: '+493023125100',
  mail: 'sekretariat@example.org',
  accent: '#1f7a4d',
  logo: null,
}

const PUPIL: Parameters<typeof certificateContent>[0] = {
  pupil_number: 'FSW-00001',
  firstname: 'Mia',
  firstnames_all: 'Mia Thị Ầu',
  lastname: 'Nguyễn',
  lastname_prefix: null,
  birthname: null,
  birthdate: '2018-05-03',
  birthplace: 'Zossen',
  status: 'active',
  date_entry: '2024-08-01',
  date_exit: null,
  membership: {
    date_start: '2026-08-01',
    date_end: null,
    school_year: '2026/2027',
    year_end: '2027-07-31',
    grade: 3,
    classgradePlain: '3a',
    schoolclass_id: 1,
    description: 'a',
    class_grade: 3,
    grade_to: null,
  },
}

const require = createRequire(import.meta.url)
const fonts = ['Regular', 'Semibold'].map((cut) =>
  readFileSync(require.resolve(`source-sans/TTF/SourceSans3-${cut}.ttf`)),
)

/** The same words in the same fonts as a plain text, by pdfkit alone and without structure. */
async function plainPdf() {
  const doc = new PDFDocument({ size: 'A4', font: null as never, info: { CreationDate: NOW } })
  for (const [index, file] of fonts.entries()) doc.registerFont(String(index), file as never)
  const { sentence, rows } = certificateContent(PUPIL, { today: TODAY, gradeMax: 6 })
  doc.font('1').fontSize(20).text(SCHOOL.name).text('Schulbescheinigung')
  doc.font('0').fontSize(11).text(`${SCHOOL.carrier_name} ${SCHOOL.street} ${SCHOOL.zip} ${SCHOOL.city} ${SCHOOL.mail}`)
  doc.text(sentence)
  for (const [label, value] of rows) doc.font('0').text(label).font('1').text(value)
  doc.font('0').text('Ort, Datum').text('Unterschrift der Schulleitung, Schulstempel').text('Seite 1 von 1')
  doc.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

/** All words of an application, one below the other. */
async function plainApplication(words: ReturnType<typeof wordsOf>) {
  const doc = new PDFDocument({ size: 'A4', font: null as never, info: { CreationDate: NOW } })
  for (const [index, file] of fonts.entries()) doc.registerFont(String(index), file as never)
  doc.fontSize(10.5)
  for (const [text, isBold] of words) doc.font(isBold ? '1' : '0').text(text)
  doc.end()
  const chunks: Uint8Array[] = []
  for await (const chunk of doc) chunks.push(chunk as Uint8Array)
  return Buffer.concat(chunks)
}

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

interface Paper {
  what: string
  ours: () => Promise<unknown>
  plain: () => Promise<unknown>
}

/** Our paper compared with pdfkit alone. */
async function benchPaper({ what, ours, plain }: Paper): Promise<BenchRow> {
  const rounds = []
  for (let round = -3; round < ROUNDS; round += 1) {
    const pair = { ours: await timed(ours), alone: await timed(plain) }
    // The first ones are for warming up.
    if (round >= 0) rounds.push(pair)
  }
  const [mine, alone] = [median(rounds.map((one) => one.ours)), median(rounds.map((one) => one.alone))]
  const ratio = Number((mine / alone).toPrecision(2))
  return {
    what,
    against: 'pdfkit alone, the same words untagged',
    ratio,
    goal: `≤ ${GOAL}`,
    isMet: ratio <= GOAL,
    figures: `${mine.toFixed(1)} / ${alone.toFixed(1)} ms`,
  }
}

const benchCertificate = () =>
  benchPaper({
    what: 'certificate of one page, tagged',
    ours: () =>
      writeCertificate({ pupil: PUPIL, school: { ...SCHOOL, grade_max: 6 }, purpose: null, today: TODAY, now: NOW }),
    plain: plainPdf,
  })

const benchApplication = () => {
  const printing = samplePrinting(SCHOOL)
  const words = wordsOf(printing)
  return benchPaper({
    what: 'application of three pages with the notice, tagged',
    ours: () => writeDocument(printing, { schoolId: 1, now: NOW }),
    plain: () => plainApplication(words),
  })
}

/** Processor time of this process, because on a busy machine waiting is no step. */
const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

type Sheets = Parameters<typeof writeSheets>[0]['sheets']

const cards = (count: number) =>
  ({
    form: { kind: 'link_sheets', ids: [] },
    pupils: Array.from({ length: count }, (_, id) => ({
      id,
      firstname: `Mia${String.fromCharCode(97 + (id % 26))}`,
      lastname: 'Müller',
      classgradePlain: '3a',
    })),
    households: [],
    missing: [],
    school: { ...SCHOOL, grade_max: 6 },
    linkOf: (pupil: { id: number }) => ({
      pupil,
      address: `https://schule.example/app/susByUuid/3f0c9a8e-6a3c-4b57-9a0e-${String(pupil.id).padStart(12, '0')}`,
      rotated_at: null,
    }),
  }) as unknown as Sheets

/** Other requests are answered while a thousand cards are drawn: none waits longer than one step. */
async function benchCards(): Promise<BenchRow> {
  const draw = (count: number) => writeSheets({ sheets: cards(count), schoolId: 1, today: TODAY, now: NOW })
  await draw(CARDS / 10)
  let [longest, last] = [0, processorMs()]
  const look = () => {
    const now = processorMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const clock = setInterval(look, 1)
  const took = await timed(() => draw(CARDS))
  look()
  clearInterval(clock)
  const ratio = Number((longest / STEP_MS).toPrecision(2))
  return {
    what: `longest step while link cards for ${CARDS} pupils are drawn`,
    against: `${STEP_MS} ms of processor time`,
    ratio,
    goal: '≤ 1',
    isMet: ratio <= 1,
    figures: `${longest.toFixed(0)} ms of ${took.toFixed(0)} ms`,
  }
}

export const benchPdf = async (): Promise<BenchRow[]> => [
  await benchCertificate(),
  await benchApplication(),
  await benchCards(),
]
