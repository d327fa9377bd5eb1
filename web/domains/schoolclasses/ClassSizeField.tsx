import { TriangleAlert } from 'lucide-react'
import { isOverfull, type Schoolclass } from '#contract/schoolclasses/schoolclasses.ts'
import { genderText, sizeText } from './class-texts.ts'
import classes from './schoolclasses.module.css'

/** How many belong to the class, of how many places; more than fit as text and icon (domain §1.4: a warning). */
export const ClassSizeField = ({ schoolclass }: { schoolclass: Schoolclass }) => (
  <span className={classes.size}>
    <span className="sh-figures">{sizeText(schoolclass)}</span>
    {schoolclass.byGender && schoolclass.pupil_count > 0 && (
      <span className="sh-quiet sh-small sh-one-line sh-figures">{genderText(schoolclass.byGender)}</span>
    )}
    {isOverfull(schoolclass) && (
      <span className={`sh-inline sh-bold sh-warn sh-one-line sh-gap-1 ${classes.overfull}`}>
        <TriangleAlert size={16} aria-hidden />
        überbelegt
      </span>
    )}
  </span>
)
