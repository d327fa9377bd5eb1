import { useEffect, useState } from 'react'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { call, type Reply } from '#web/api/client.ts'
import { PARENTS_ADDRESS, paths, publicFormAddress } from '#web/paths.ts'
import { VisitLink } from '#web/shell/VisitLink.tsx'
import { NativeCard, NativeColumn } from '#web/ui/native/NativeCard.tsx'
import { NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import classes from './WelcomeCard.module.css'

type Schools = Reply<typeof publicSchoolEndpoints.list>

/** The page waits this long for the schools before it shows the login below them: nothing moves under the finger. */
const SETTLE_MS = 1000

/** All schools; undefined until they are known, null when they cannot be loaded. */
const useSchools = () => {
  const [schools, setSchools] = useState<Schools | null>()
  useEffect(() => {
    const stop = new AbortController()
    const giveUp = () => setSchools((known) => known ?? null)
    const timer = setTimeout(giveUp, SETTLE_MS)
    call(publicSchoolEndpoints.list, { signal: stop.signal }).then(setSchools, giveUp)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return schools
}

/** Most who come here are parents, who report an absence or apply for a place. */
const Families = ({ open }: { open: Schools }) => (
  <section className={classes.part} aria-labelledby="families">
    <h2 id="families">Für Familien</h2>
    <ul className={classes.ways}>
      <li>
        {/* A lost link is sent again there. */}
        <a href={PARENTS_ADDRESS}>
          <strong>Kind krankmelden</strong> <span>mit Ihrem Elternlink</span>
        </a>
      </li>
      {open.map(({ short, name }) => (
        <li key={short}>
          <a href={publicFormAddress(short)}>
            <strong>Bewerbung um einen Schulplatz</strong> <span>{name}</span>
          </a>
        </li>
      ))}
    </ul>
  </section>
)

/** Spec §1: what a visitor sees. */
export const WelcomeCard = () => {
  usePageTitle('Willkommen')
  const schools = useSchools()
  const open = (schools ?? []).filter((school) => school.registration_open)
  const isEmpty = schools?.length === 0
  return (
    <NativeColumn>
      <NativeCard>
        <NativeHeading>Willkommen</NativeHeading>
        <p>Schulhof vereinfacht die Anmeldung und Verwaltung von Schülerinnen und Schülern.</p>
        {schools === undefined && <div className={classes.waiting} data-waits />}
        {isEmpty && (
          <p>Diese Installation ist noch nicht eingerichtet. Den Link zur Einrichtung zeigt der Server beim Start.</p>
        )}
        {schools !== undefined && !isEmpty && <Families open={open} />}
        {schools !== undefined && !isEmpty && (
          <section className={classes.part} aria-labelledby="staff">
            <h2 id="staff">Für Mitarbeitende</h2>
            <VisitLink to={paths.login} look={open.length > 0 ? 'plain' : 'primary'}>
              Zum Login
            </VisitLink>
          </section>
        )}
      </NativeCard>
    </NativeColumn>
  )
}
