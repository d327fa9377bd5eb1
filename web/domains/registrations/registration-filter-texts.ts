import { ENTRY_TYPE_LABELS } from '#contract/registrations/registrations.entry-types.ts'
import type { FormFacts } from '#contract/registrations/registrations.form.ts'
import { type RegistrationStatus, STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { FLAGS, IS_ON, type RegistrationFilters, type RegistrationState } from './registration-list-query.ts'

export const FLAG_LABELS: Record<(typeof FLAGS)[number], string> = {
  unconfirmed: 'nur unbestätigt',
  long_unconfirmed: 'seit über drei Tagen unbestätigt',
  mail_failed: 'E-Mail nicht zugestellt',
  follow_up: 'Nachfassen',
  not_informed: 'noch nicht informiert',
  not_taken_over: 'bestätigt, nicht übernommen',
  withdraw_requested: 'Rückzug gewünscht',
  withdrawn: 'zurückgezogen',
  deleted: 'Papierkorb (30 Tage)',
}

export const EVERY_YEAR_LABEL = 'alle Schuljahre'

interface PrintedList {
  /** How many stand on the paper. */
  shown: number
  total: number
  state: Pick<RegistrationState, 'search' | 'filters'>
  filters: Pick<RegistrationFilters, 'school_year_id' | 'grade' | 'type'>
  facts: Pick<FormFacts, 'schoolyears' | 'grades'> | undefined
}

/** On paper: how many of how many, found by which search and filters. */
export const printedText = ({ shown, total, state, filters, facts }: PrintedList) => {
  const year = facts?.schoolyears.find(({ id }) => id === filters.school_year_id)
  const grade = facts?.grades.find((one) => one.grade === filters.grade)
  const statuses = state.filters.status?.split(',').map((status) => STATUS_LABELS[status as RegistrationStatus])
  return [
    `${shown.toLocaleString('de-DE')} von ${total.toLocaleString('de-DE')} Bewerbungen`,
    year ? `Schuljahr ${year.name}` : EVERY_YEAR_LABEL,
    statuses && `Status: ${statuses.join(', ')}`,
    grade && `Stufe: ${grade.name}`,
    filters.type && ENTRY_TYPE_LABELS[filters.type],
    ...FLAGS.filter((flag) => state.filters[flag] === IS_ON).map((flag) => FLAG_LABELS[flag]),
    state.search && `Suche: „${state.search}“`,
  ]
    .filter(Boolean)
    .join(' · ')
}
