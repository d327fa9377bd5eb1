import { Card, Title } from '@mantine/core'
import { formatDate } from '#contract/dates.ts'
import type { PupilDetails } from '#contract/pupils.details.ts'
import { EXIT_REASON_LABELS } from '#contract/pupils.ts'
import { PREVIOUS_SCHOOL_LABELS } from '#contract/registrations.child-fields.ts'
import { FactList } from '#web/ui/FactList.tsx'
import classes from './PupilPage.module.css'

/** A label of the contract, or the word itself where an import brought another one. */
const labelOf = (labels: Record<string, string>, value: string | null | undefined) =>
  value ? (labels[value] ?? value) : undefined

const day = (date: string | null | undefined) => date && formatDate(date)

const periodText = (start: string, end: string | null, today: string) => {
  if (end) return `${formatDate(start)} bis ${formatDate(end)}`
  return start > today ? `ab ${formatDate(start)}` : `seit ${formatDate(start)}`
}

const previousText = ({ previous_institution, previous_city, previous_school_type }: PupilDetails) =>
  [previous_institution, labelOf(PREVIOUS_SCHOOL_LABELS, previous_school_type), previous_city]
    .filter(Boolean)
    .join(', ')

/** Where the child is, was and came from (domain §1.6: memberships are dated). */
export const PupilSchoolCard = ({ pupil, today }: { pupil: PupilDetails; today: string }) => (
  <Card component="section" aria-labelledby="school">
    <Title order={2} id="school" mb="xs">
      Schule
    </Title>
    {pupil.memberships.length > 0 && (
      <ul className={classes.list} aria-label="Klassen">
        {pupil.memberships.map(({ school_year, schoolgrade, schoolclass, date_start, date_end }) => (
          <li key={date_start}>
            <span>
              {schoolclass ? `Klasse ${schoolclass.classgradePlain}` : `Stufe ${schoolgrade.grade}, Klasse noch offen`}
              <span className={classes.quiet}> · {school_year.name}</span>
            </span>
            <span className={classes.quiet}>{periodText(date_start, date_end, today)}</span>
          </li>
        ))}
      </ul>
    )}
    <FactList
      facts={[
        { label: 'Aufnahme am', value: day(pupil.date_entry) },
        { label: 'Vorher', value: previousText(pupil) },
        { label: 'Klassenstufe vorher', value: pupil.previous_grade },
        { label: 'Abgang am', value: day(pupil.date_exit) },
        { label: 'Grund', value: labelOf(EXIT_REASON_LABELS, pupil.exit_reason) },
        { label: 'Neue Schule', value: pupil.next_school },
      ]}
    />
  </Card>
)
