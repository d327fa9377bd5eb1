import type { SchoolclassDetails } from '#contract/schoolclasses/schoolclasses.ts'
import { paths } from '#web/paths.ts'

/** The list of the year a class belongs to; the active one needs no word in the address. */
export const classListPath = ({ school_year }: Pick<SchoolclassDetails, 'school_year'>) =>
  school_year.state === 'active' ? paths.schoolclasses : `${paths.schoolclasses}?school_year_id=${school_year.id}`
