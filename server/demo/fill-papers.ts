import { addDays } from '#contract/dates.ts'
import type { PaperForm } from '#contract/papers/papers.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { insertPaper, type PaperRecord, takePaperId } from '#server/domains/papers/papers.queries.ts'
import { sealPaper } from '#server/domains/papers/seal-paper.shared.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { officeHour } from './enrolments.ts'
import type { SeededRandom } from './seeded-random.ts'

interface Scene {
  schoolId: number
  anchor: string
  random: SeededRandom
  headId: number
  keys: SecretRing
  pupilIds: readonly number[]
}

interface DemoPaper extends PaperForm {
  daysAgo: number
  text: string
}

const OF_PUPILS: readonly DemoPaper[] = [
  {
    title: 'Bescheid über den Hortplatz',
    kind: 'decision',
    daysAgo: 70,
    text: 'Der Hortplatz ist für das laufende Schuljahr bewilligt.',
  },
  {
    title: 'Vollmacht der Großmutter',
    kind: 'authority',
    daysAgo: 30,
    text: 'Die Großmutter darf das Kind abholen und Briefe der Schule entgegennehmen.',
  },
  {
    title: 'Gespräch über den Schulweg',
    kind: 'minutes',
    daysAgo: 5,
    text: 'Das Kind fährt ab Januar mit dem Bus. Die Eltern üben den Weg in den Ferien.',
  },
]
const OF_EMPLOYEE: DemoPaper = {
  title: 'Arbeitsvertrag',
  kind: 'contract',
  daysAgo: 100,
  text: 'Der Vertrag gilt unbefristet.',
}

const sheetOf = async ({ title, text }: DemoPaper, at: Date) => {
  const pdf = await PdfDocument.open({ title, at })
  const flow = new PageFlow(pdf)
  flow.y = mm(40)
  flow.heading('H1', title, { size: 18 })
  flow.text(text)
  return pdf.finish()
}

async function fillPaper(
  tx: SchoolTransaction,
  record: PaperRecord,
  { paper, ...scene }: Scene & { paper: DemoPaper },
) {
  const { schoolId: school_id, anchor, random, headId, keys } = scene
  const created_at = officeHour(addDays(anchor, -paper.daysAgo), { anchor, random })
  const content = await sheetOf(paper, new Date(created_at))
  const id = await takePaperId(tx)
  const { title, kind } = paper
  const sealed = sealPaper(keys, { school_id, id }, content)
  const stored = { id, title, kind, pages: 1, size: content.length, created_by: headId, created_at }
  await insertPaper(tx, record, { ...stored, content_encrypted: sealed })
}

/** A few papers of three children and of one colleague. */
export async function fillPapers(tx: SchoolTransaction, scene: Scene) {
  for (const [index, paper] of OF_PUPILS.entries()) {
    const id = scene.pupilIds[4 + index * 7]
    if (id !== undefined) await fillPaper(tx, { subject: 'pupil', id }, { ...scene, paper })
  }
  const employee = await tx.selectFrom('employee').select('id').orderBy('id').offset(1).limit(1).executeTakeFirst()
  if (employee) await fillPaper(tx, { subject: 'employee', id: employee.id }, { ...scene, paper: OF_EMPLOYEE })
}
