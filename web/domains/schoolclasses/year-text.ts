import type { Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { shortYearName } from '#contract/schoolyears/schoolyears.ts'

const YEAR_NOTES = { planned: 'geplant', active: '', closed: 'abgeschlossen' } as const

/** '2027/28 (geplant)'; the active year needs no note. */
export const yearText = ({ name, state }: Schoolclass['school_year']) =>
  [shortYearName(name), YEAR_NOTES[state] && `(${YEAR_NOTES[state]})`].filter(Boolean).join(' ')

/** Classes of a year that is over stay as they were. */
export const mayChange = ({ school_year }: Pick<Schoolclass, 'school_year'>) => school_year.state !== 'closed'
