import { useEffect, useState } from 'react'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { call, type Reply } from '#web/api/client.ts'
import { paths, publicFormAddress } from '#web/paths.ts'
import { VisitLink } from '#web/shell/VisitLink.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'

const useOpenSchools = () => {
  const [schools, setSchools] = useState<Reply<typeof publicSchoolEndpoints.list>>([])
  useEffect(() => {
    const stop = new AbortController()
    call(publicSchoolEndpoints.list, { signal: stop.signal }).then(setSchools, () => {})
    return () => stop.abort()
  }, [])
  return schools.filter((school) => school.registration_open)
}

/** Links to the forms that are open now; nothing at all when they cannot be loaded. */
const OpenForms = () => {
  const open = useOpenSchools()
  if (open.length === 0) return null
  return (
    <NativeCard title="Bewerbung um einen Schulplatz">
      <p>Diese Schulen nehmen gerade Bewerbungen entgegen:</p>
      <ul>
        {open.map(({ short, name }) => (
          <li key={short}>
            <a href={publicFormAddress(short)}>Bewerbungsformular: {name}</a>
          </li>
        ))}
      </ul>
    </NativeCard>
  )
}

/** Spec §1: what a visitor sees. */
export const WelcomeCard = () => {
  usePageTitle('Willkommen')
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Willkommen</NativeHeading>
        <p>
          Schulhof vereinfacht die Anmeldung von Schülerinnen und Schülern und ihre Verwaltung: von der Bewerbung um
          einen Schulplatz bis in die Klasse.
        </p>
        <p>
          <VisitLink to={paths.login}>Zum Login</VisitLink>
        </p>
      </NativeCard>
      <OpenForms />
    </NativeColumn>
  )
}
