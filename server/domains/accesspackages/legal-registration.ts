import { formatDayOf } from '#contract/dates.ts'
import { periodSection } from './legal-periods.ts'
import type { StoredRow } from './package-rows.queries.ts'
import type { Reading } from './reading.ts'
import { SOURCE_LABELS } from './shown-registration.ts'
import { section } from './tree.ts'

/** Where an application comes from and who sees it (Art. 15 (1) c and g). */
export const registrationSource = (row: StoredRow) =>
  section('source', 'Woher die Angaben stammen und wer sie bekommt', {
    paragraphs: [
      `Die Bewerbung kam am ${formatDayOf(String(row.created_at))}, ${SOURCE_LABELS[row.source as keyof typeof SOURCE_LABELS]}.`,
      'Schulleitung und Sekretariat sehen sie. Lehrkräfte sehen sie im Programm nicht.',
      'E-Mails versendet der Mailserver der Schule. Sicherungen der Datenbank sind verschlüsselt.',
    ],
  })

/** How long an application stays (Art. 15 (1) d). */
export const registrationPeriods = ({ tx }: Reading) =>
  periodSection(tx, [
    'rejected_months',
    'withdrawn_months',
    'waiting_months',
    'never_started_months',
    'transformed_months',
    'interview_note_days',
  ])
