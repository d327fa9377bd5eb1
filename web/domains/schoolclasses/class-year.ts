import type { Schoolclass, SchoolclassDetails, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'
import type { Reply } from '#web/api/client.ts'
import { paths } from '#web/paths.ts'

export type ClassOptions = Reply<typeof schoolclassEndpoints.formOptions>
export type ClassYear = ClassOptions['schoolyears'][number]

/** The year whose classes a page shows: the one in its address, otherwise the active one. */
export const shownYear = (years: readonly ClassYear[], chosen: string | undefined) => {
  const active = years.find(({ state }) => state === 'active')
  return chosen === undefined ? active : years.find(({ id }) => String(id) === chosen)
}

/** A year to look at where none is shown: the active one, the next one, else the last one. */
export const nearestYear = (years: readonly ClassYear[]) => {
  const sorted = [...years].sort((a, b) => (a.date_start < b.date_start ? -1 : 1))
  const inState = (wanted: ClassYear['state']) => sorted.filter(({ state }) => state === wanted)
  return inState('active')[0] ?? inState('planned')[0] ?? inState('closed').at(-1)
}

const YEAR_NOTES = { planned: 'geplant', active: '', closed: 'abgeschlossen' } as const

/** '2027/28 (geplant)'; the active year needs no note. */
export const yearText = ({ name, state }: Schoolclass['school_year']) =>
  [shortYearName(name), YEAR_NOTES[state] && `(${YEAR_NOTES[state]})`].filter(Boolean).join(' ')

type InYear = Pick<SchoolclassDetails, 'school_year'>

/** Classes of a year that is over stay as they were. */
export const mayChange = ({ school_year }: InYear) => school_year.state !== 'closed'

/** The list of the year a class belongs to; the active one needs no word in the address. */
export const classListPath = ({ school_year }: InYear) =>
  school_year.state === 'active' ? paths.schoolclasses : `${paths.schoolclasses}?school_year_id=${school_year.id}`
