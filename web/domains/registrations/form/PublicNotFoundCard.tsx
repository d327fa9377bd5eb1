import { useEffect, useState } from 'react'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { call, type Reply } from '#web/api/client.ts'
import { publicFormAddress } from '#web/paths.ts'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { PublicPage } from '#web/ui/native/PublicPage.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import classes from './public-registration.module.css'

/** Schools whose form is open; empty until they are known, and when they cannot be loaded. */
const useOpenSchools = () => {
  const [schools, setSchools] = useState<Reply<typeof publicSchoolEndpoints.list>>([])
  useEffect(() => {
    const stop = new AbortController()
    call(publicSchoolEndpoints.list, { signal: stop.signal }).then(setSchools, () => {})
    return () => stop.abort()
  }, [])
  return schools.filter((school) => school.registration_open)
}

/** Spec §2: any other path. Most who come here have mistyped the address of a form. */
export const PublicNotFoundCard = () => {
  usePageTitle('Seite nicht gefunden')
  const open = useOpenSchools()
  return (
    <PublicPage school={null}>
      <NativeHeading>Seite nicht gefunden</NativeHeading>
      <p>Diese Adresse gibt es nicht. Bitte prüfen Sie, ob Sie sich vertippt haben.</p>
      {open.length > 0 && (
        <>
          <h2>Hier können Sie sich bewerben</h2>
          <ul className={classes.ways}>
            {open.map(({ short, name }) => (
              <li key={short}>
                <a href={publicFormAddress(short)}>{name}</a>
              </li>
            ))}
          </ul>
        </>
      )}
      <p className={classes.ways}>
        <a href="/app/">Zur Startseite</a>
      </p>
    </PublicPage>
  )
}
