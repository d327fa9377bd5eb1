import { formatDate, formatDayOf } from '#contract/dates.ts'
import { RETENTION_LABELS, type Retention } from '#contract/retentions/retentions.rules.ts'
import { readRegistrationSteps } from '#server/domains/retentions/known-days.shared.ts'
import { periodSection } from './legal-periods.ts'
import { processorLines } from './legal-receivers.ts'
import type { PackageContext } from './package-context.ts'
import type { StoredRow } from './package-rows.queries.ts'
import { SOURCE_LABELS } from './shown-registration.ts'
import { section } from './tree.ts'

/** Where an application comes from and who sees it (Art. 15 (1) c and g). */
export const registrationSource = async ({ tx }: PackageContext, row: StoredRow) =>
  section('source', 'Woher die Angaben stammen und wer sie bekommt', {
    paragraphs: [
      `Die Bewerbung kam am ${formatDayOf(String(row.created_at))}, ${SOURCE_LABELS[row.source as keyof typeof SOURCE_LABELS]}.`,
      'Schulleitung und Sekretariat sehen sie. Lehrkräfte sehen sie im Programm nicht.',
      ...(await processorLines(tx)),
    ],
  })

const OF_APPLICATIONS = [
  'rejected_months',
  'withdrawn_months',
  'waiting_months',
  'never_started_months',
  'transformed_months',
  'interview_note_days',
] as const

const dayLine = ({ action, reason, due_on }: Retention) =>
  action === 'delete_note'
    ? `Die interne Notiz wird am ${formatDate(due_on)} gelöscht.`
    : `Diese Bewerbung wird am ${formatDate(due_on)} gelöscht (${RETENTION_LABELS[reason]}).`

/** How long an application stays (Art. 15 (1) d): its own days, and the rules of the school. */
export async function registrationPeriods({ tx, acting }: PackageContext, row: StoredRow) {
  const steps = await readRegistrationSteps(tx, row.id, acting.today)
  const own = steps.filter(({ action }) => action !== 'ask').map(dayLine)
  return periodSection(tx, OF_APPLICATIONS, {
    own: own.length > 0 ? own : ['Für diese Bewerbung läuft zurzeit keine Frist, oder ihre Löschung ist ausgesetzt.'],
  })
}
