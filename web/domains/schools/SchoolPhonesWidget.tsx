import { useEffect, useState } from 'react'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { call, type Reply } from '#web/api/client.ts'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'
import classes from './SchoolPhonesWidget.module.css'

/** A list that is longer helps nobody who is in a hurry. */
const FEW_SCHOOLS = 5
/** So long the page waits to appear in one piece. */
const PATIENCE_MS = 2000

export type SchoolPhones = Reply<typeof publicSchoolEndpoints.list>

/**
 * Beside a link that no longer works: which school it is the link does not say; where there are few, all can be called.
 * Undefined until it is known what to show; without an answer nobody misses it.
 */
export const useSchoolPhones = (isNeeded: boolean) => {
  const [schools, setSchools] = useState<SchoolPhones>()
  useEffect(() => {
    if (!isNeeded) return
    const giveUp = () => setSchools((known) => known ?? [])
    const timer = setTimeout(giveUp, PATIENCE_MS)
    call(publicSchoolEndpoints.list).then(setSchools, giveUp)
    return () => clearTimeout(timer)
  }, [isNeeded])
  return schools
}

export const SchoolPhonesWidget = ({ schools }: { schools: SchoolPhones }) =>
  schools.length === 0 || schools.length > FEW_SCHOOLS ? null : (
    <ul className={classes.phones}>
      {schools.map(({ short, name, phone }) => (
        <li key={short}>
          <span className={classes.name}>{name}:</span> <PhoneLink phone={phone} />
        </li>
      ))}
    </ul>
  )
