import type { BaseData } from '#contract/account/account.ts'
import { useMay } from '#web/api/base-data.ts'
import { changeSchool, SCHOOL_FIELD } from './change-school.ts'
import classes from './TopBar.module.css'

/** Spec §2: only with 'change user school' and more than one school; options show the short name. */
export const SchoolSelector = ({ baseData }: { baseData: BaseData }) => {
  const mayChange = useMay()('change user school')
  const { attachedSchools, school } = baseData
  if (!mayChange || attachedSchools.length < 2) {
    return school && <span className={classes.school}>{school.short}</span>
  }
  const change = (schoolId: string) => {
    const chosen = attachedSchools.find((one) => String(one.id) === schoolId)
    if (chosen && chosen.id !== school?.id) void changeSchool(chosen)
  }
  return (
    <span className={classes.selector}>
      <label htmlFor={SCHOOL_FIELD}>Aktive Schule</label>
      <select id={SCHOOL_FIELD} value={school?.id ?? ''} onChange={(event) => change(event.currentTarget.value)}>
        {!school && <option value="">–</option>}
        {attachedSchools.map((one) => (
          <option key={one.id} value={one.id}>
            {one.short}
          </option>
        ))}
      </select>
    </span>
  )
}
