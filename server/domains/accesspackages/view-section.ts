import { formatDate } from '#contract/dates.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import type { ViewedSubject, ViewKind } from '#contract/viewlogs/viewlogs.kinds.ts'
import { viewText } from '#contract/viewlogs/viewlogs.texts.ts'
import { listViewsOf, type ViewedRow } from './package-views.queries.ts'
import type { Reading } from './reading.ts'
import { entry, section } from './tree.ts'

const INTRO =
  'Wer diese Angaben aufgerufen, ausgegeben oder gedruckt hat, je Tag gezählt, aus den letzten zwölf Monaten. Genannt wird die Rolle, nicht der Name der Beschäftigten.'

const roleOf = ({ role }: ViewedRow) => (role === null ? 'Konto ohne Rolle' : (ROLE_LABELS[role as Role] ?? 'Konto'))

const lineOf = (row: ViewedRow) =>
  entry([
    { key: 'day', label: 'Tag', value: row.day, text: formatDate(row.day) },
    { key: 'kind', label: 'Was', value: row.kind, text: viewText({ kind: row.kind as ViewKind, what: row.what }) },
    { key: 'role', label: 'Rolle', value: row.role, text: roleOf(row) },
    { key: 'times', label: 'Anzahl', value: row.times, text: `${row.times}-mal` },
  ])

/** Who saw the data of somebody; that class D was read is class D, too. */
export async function viewSection({ tx, audience }: Reading, of: { subject: ViewedSubject; id: number }) {
  const rows = (await listViewsOf(tx, of)).filter(({ kind }) => audience.hasSensitive || kind !== 'sensitive')
  return section('views', 'Wer die Angaben gesehen hat', {
    paragraphs: [INTRO, ...(rows.length === 0 ? ['Dazu gibt es keine Einträge.'] : [])],
    entries: rows.map(lineOf),
  })
}
