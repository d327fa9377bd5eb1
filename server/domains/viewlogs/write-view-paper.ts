import { formatDate, formatDateTime } from '#contract/dates.ts'
import type { FileReply } from '#contract/file-reply.ts'
import { PDF_TYPE } from '#contract/pupildocuments/pupildocuments.ts'
import { SUBJECT_WORDS } from '#contract/subject-words.ts'
import { exportedRows } from '#contract/userlog/userlog-labels.ts'
import { VIEW_KIND_LABELS } from '#contract/viewlogs/viewlogs.kinds.ts'
import { recordText, subjectText, viewerName, viewerRole, viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import { VIEW_PAPER_ENTRIES, type ViewFilters } from '#contract/viewlogs/viewlogs.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Reader, SchoolViewer } from '#server/db/viewer.ts'
import { inPaperTurn } from '#server/documents/in-turn.ts'
import { mm, PdfDocument } from '#server/documents/pdf-document.ts'
import { PageFlow } from '#server/documents/pdf-flow.ts'
import { schoolHeadOf } from '#server/documents/pdf-school-head.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { nameAsked, named } from './read-views.ts'
import { countViews, listConcerned, listViews } from './viewlogs.queries.ts'

/** Reads the content of the paper; that it was made is logged, with the number of entries (domain DP-18). */
export async function readViewPaper(tx: SchoolTransaction, filters: ViewFilters, reader: Reader) {
  const total = await countViews(tx, filters)
  const newest = { ...filters, page: 1, per_page: VIEW_PAPER_ENTRIES, sort: '-viewed_at' }
  const entries = await named(tx, reader, await listViews(tx, newest))
  const concerned = await named(tx, reader, await listConcerned(tx, filters))
  const school = await getSchoolHead(tx)
  const fields = [exportedRows(entries.length)]
  await logEvent(tx, { action: 'export_created', entityType: 'view_log', entityId: null, fields })
  return { filters, total, entries, concerned, school, recordLabel: await nameAsked(tx, filters, reader) }
}
export type ViewPaper = Awaited<ReturnType<typeof readViewPaper>>

const periodOf = ({ from, until }: ViewFilters) => {
  if (from === undefined && until === undefined) return 'alle Einträge der letzten 12 Monate'
  return [from && `ab ${formatDate(from)}`, until && `bis ${formatDate(until)}`].filter(Boolean).join(' ')
}

const figures = (count: number) => count.toLocaleString('de-DE')

const totalText = ({ total, entries }: ViewPaper) =>
  total > entries.length
    ? `${figures(total)}; dieses Blatt zeigt die neuesten ${figures(entries.length)}`
    : figures(total)

interface Made {
  viewer: SchoolViewer
  now: Date
}

/** What was asked for, who asked and when. */
const factsOf = (paper: ViewPaper, { viewer, now }: Made): [string, string][] => {
  const { filters, entries, concerned, recordLabel } = paper
  const { search, user_id, kind, subject, subject_id } = filters
  const person = user_id === undefined ? undefined : entries.find((entry) => entry.user_id === user_id)
  const narrowed: [string, string | undefined][] = [
    ['Zeitraum', periodOf(filters)],
    ['Person, die Einsicht nahm', person ? viewerName(person) : user_id === undefined ? undefined : `Nr. ${user_id}`],
    ['Name enthält', search || undefined],
    ['Art der Einsicht', kind && VIEW_KIND_LABELS[kind]],
    [
      'Wessen Daten',
      subject &&
        (subject_id === undefined
          ? SUBJECT_WORDS[subject].several
          : recordText(subject, { id: subject_id, label: recordLabel })),
    ],
    ['Einträge', totalText(paper)],
    ['Betroffene Personen', figures(concerned.length)],
    ['Erstellt', `am ${formatDateTime(now)} Uhr von ${viewer.name}`],
  ]
  return narrowed.flatMap(([label, value]) => (value === undefined ? [] : [[label, value]]))
}

const entryLines = (entry: ViewPaper['entries'][number]): [string, string] => {
  const role = viewerRole(entry)
  const who = role ? `${viewerName(entry)} (${role})` : viewerName(entry)
  return [`${formatDateTime(entry.viewed_at)} Uhr`, `${who}\n${viewText(entry)} – ${subjectText(entry)}`]
}

const times = (count: number) => (count === 1 ? '1 Eintrag' : `${figures(count)} Einträge`)

/** Between two pieces other requests run. */
const PIECE = 100

async function drawPieces(flow: PageFlow, rows: readonly [string, string][], labelWidth: number) {
  for (let from = 0; from < rows.length; from += PIECE) {
    await flow.pdf.breathe()
    flow.facts(rows.slice(from, from + PIECE), { labelWidth })
  }
}

/** The paper for the authority: which views there were, and everybody concerned. Its file name names no person. */
export const writeViewPaper = (paper: ViewPaper, made: Made & { today: string }): Promise<FileReply> =>
  inPaperTurn(made.viewer.school_id, async (signal) => {
    const pdf = await PdfDocument.open({
      title: 'Einsichten in personenbezogene Daten',
      at: made.now,
      isNumbered: true,
      signal,
    })
    const flow = new PageFlow(pdf)
    schoolHeadOf(pdf, paper.school)()
    flow.y = mm(42)
    flow.heading('H1', 'Einsichten in personenbezogene Daten', { size: 16 })
    flow.facts(factsOf(paper, made))
    flow.heading('H2', 'Einträge', { size: 12.5 })
    if (paper.entries.length === 0) flow.text('Für diese Auswahl ist nichts vermerkt.')
    await drawPieces(flow, paper.entries.map(entryLines), mm(42))
    if (paper.concerned.length > 0) {
      flow.heading('H2', 'Betroffene Personen', { size: 12.5 })
      const rows = paper.concerned.map(({ subject, subject_id, subject_label, count }): [string, string] => [
        recordText(subject, { id: subject_id, label: subject_label }),
        times(count),
      ])
      await drawPieces(flow, rows, mm(100))
    }
    return { filename: `Einsichten-${made.today}.pdf`, media_type: PDF_TYPE, content: await pdf.finish() }
  })
