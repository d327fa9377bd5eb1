import { formatDayOf } from '#contract/dates.ts'
import { clockText, pupilRetentions } from '#contract/retentions/retentions.people.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { periodSection } from './legal-periods.ts'
import { processorLines } from './legal-receivers.ts'
import { countExports, listLogAbout, type StoredRow } from './package-rows.queries.ts'
import type { Names } from './shown-facts.ts'
import { SOURCE_LABELS } from './shown-registration.ts'
import { section } from './tree.ts'

/** Where the data of a child comes from (Art. 15 (1) g). */
export async function childSource(tx: SchoolTransaction, pupil: StoredRow, registrations: readonly StoredRow[]) {
  const [first] = registrations
  const log = await listLogAbout(tx, [{ entity_type: 'pupil', ids: [pupil.id] }])
  const isImported = log.some(({ action }) => action === 'pupil_imported')
  const origin = first
    ? `Die Angaben stammen aus der Bewerbung ${String(first.number)} vom ${formatDayOf(String(first.created_at))} (${SOURCE_LABELS[first.source as keyof typeof SOURCE_LABELS]}).`
    : isImported
      ? 'Die Angaben stammen aus einer Liste der Schule, die in das Programm übernommen wurde.'
      : 'Die Angaben hat die Schule eingetragen, nach Auskunft der Familie oder der vorherigen Schule.'
  return section('source', 'Woher die Angaben stammen', {
    paragraphs: [origin, 'Spätere Änderungen stehen im Protokoll. Abwesenheiten melden Familie oder Schule.'],
  })
}

/** Who gets the data of a child (Art. 15 (1) c). */
export async function childReceivers(
  tx: SchoolTransaction,
  pupil: StoredRow,
  { memberships, names }: { memberships: readonly StoredRow[]; names: Names },
) {
  const classes = [...new Set(memberships.map((row) => names.class.get(Number(row.schoolclass_id))))].filter(Boolean)
  const exports = await countExports(tx, String(pupil.created_at))
  return section('receivers', 'Wer die Angaben bekommt', {
    paragraphs: [
      'Schulleitung und Sekretariat sehen die Angaben, soweit ihre Aufgaben es verlangen.',
      classes.length > 0
        ? `Lehrkräfte der ${classes.length === 1 ? 'Klasse' : 'Klassen'} ${classes.join(', ')} sehen Name, Klasse, Geburtsdatum, Abwesenheiten und Erreichbarkeit, solange das Kind in ihrer Klasse ist.`
        : 'Das Kind war noch in keiner Klasse, deshalb sieht keine Lehrkraft die Angaben.',
      'Wer nur nachschlagen darf (Rolle Betrachter), sieht Name, Klasse und Geschlecht.',
      `In den letzten zwölf Monaten ${exports === 1 ? 'wurde an der Schule eine Liste' : `wurden an der Schule ${exports} Listen`} ausgegeben, etwa für Zeugnisse oder Lernplattformen. In welchen das Kind stand, sagt der Abschnitt „Einsichten“.`,
      ...(await processorLines(tx)),
    ],
  })
}

/** How long the data of a child stays (Art. 15 (1) d). */
export async function childPeriods(tx: SchoolTransaction, { date_exit, reduced_on }: StoredRow) {
  const settings = await getSetting(tx, 'RETENTION_SETTINGS')
  const clock = clockText(
    pupilRetentions(
      { date_exit: (date_exit as string | null) ?? null, reduced_on: (reduced_on as string | null) ?? null },
      settings,
    ),
  )
  return periodSection(
    tx,
    ['pupil_contact_years', 'attendance_proof_years', 'sicknote_comment_days', 'sicknote_years', 'consent_proof_years'],
    { own: [clock || 'Solange das Kind die Schule besucht, läuft keine Frist.'] },
  )
}
