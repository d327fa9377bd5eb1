import { formatDate } from '#contract/dates.ts'
import { fullName } from '#contract/person-names.ts'
import type { SiblingPupil } from '#contract/waitlists/waitlists.siblings.ts'

export const pupilName = (pupil: SiblingPupil) => fullName(pupil)

/** What tells two of one name apart: „geb. 03.05.2018, 3a, fsw“. */
export const pupilFacts = ({ birthdate, schoolclass, school_short }: SiblingPupil) =>
  [`geb. ${formatDate(birthdate)}`, schoolclass, school_short].filter(Boolean).join(', ')
