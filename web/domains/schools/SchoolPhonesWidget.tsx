import { useEffect, useState } from 'react'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { call, type Reply } from '#web/api/client.ts'
import { PhoneLink } from '#web/ui/native/PublicPage.tsx'

/** A list that is longer helps nobody who is in a hurry. */
const FEW_SCHOOLS = 5

/**
 * Beside a link that no longer works: which school it is the link does not say; where there are few, all can be called.
 * Without an answer nobody misses it.
 */
export const SchoolPhonesWidget = () => {
  const [schools, setSchools] = useState<Reply<typeof publicSchoolEndpoints.list>>([])
  useEffect(() => {
    call(publicSchoolEndpoints.list).then(setSchools, () => undefined)
  }, [])
  if (schools.length === 0 || schools.length > FEW_SCHOOLS) return null
  return (
    <ul>
      {schools.map(({ short, name, phone }) => (
        <li key={short}>
          {name}: <PhoneLink phone={phone} />
        </li>
      ))}
    </ul>
  )
}
