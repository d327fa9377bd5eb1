import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { counted, countedIfAny } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import type { FirstStep } from '#contract/firststeps/firststeps.ts'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { firstStepsQuery, type ShownStep, useAway, useShownSteps } from './first-steps.ts'
import classes from './firststeps.module.css'

const TITLE = 'Erste Schritte'

/** What is counted for a step: one of it, several, and where they are. */
const COUNTED: Partial<Record<FirstStep, readonly [one: string, several: string, to: string]>> = {
  holidays: ['Ferienzeit im laufenden Schuljahr', 'Ferienzeiten im laufenden Schuljahr', paths.schoolyears],
  classes: ['Klasse im laufenden Schuljahr', 'Klassen im laufenden Schuljahr', paths.schoolclasses],
  pupils: ['Kind eingetragen', 'Kinder eingetragen, auch ehemalige', paths.pupils],
  colleagues: ['Konto', 'Konten', paths.users],
  processors: ['Auftragsverarbeiter eingetragen', 'Auftragsverarbeiter eingetragen', paths.processors],
  form: ['Bewerbung eingegangen', 'Bewerbungen eingegangen', paths.registrations],
}

/** What has happened last, by step. */
const LAST_LABELS: Partial<Record<FirstStep, string>> = { mail: 'Letzte E-Mail verschickt', backup: 'Letzte Sicherung' }

const CountLink = ({ shown: { step, count, to } }: { shown: ShownStep }) => {
  const words = COUNTED[step]
  if (!words || count === null) return null
  const [one, several, target] = words
  const text = counted(count, one, several)
  return to ? <Link to={target}>{text}</Link> : text
}

/** Which parts of data protection are to be looked at again; only a head is told. */
const usePrivacyReview = () => {
  const enabled = useMay()('view pupil sensitive')
  const { data } = useQuery({ ...queryFor(privacyTaskEndpoints.get, {}, { quiet: true }), enabled })
  if (!data) return []
  const { is_notice_stale, processors, processings } = data
  const link = (to: string) => (text: string) => ({ to, text })
  return [
    ...countedIfAny(processors, 'Auftragsverarbeiter', 'Auftragsverarbeiter').map(link(paths.processors)),
    ...countedIfAny(processings, 'Verarbeitung', 'Verarbeitungen').map(link(paths.processings)),
    ...(is_notice_stale ? ['Datenschutzhinweise'] : []).map(link(paths.privacyNotices)),
  ]
}

/** What shows that a step is done, and what is to be done again. */
const useProof = () => {
  const review = usePrivacyReview()
  const isStale = ({ step }: ShownStep) => step === 'processors' && review.length > 0
  const needsReview = (shown: ShownStep) => shown.open_year !== null || isStale(shown)
  const proofOf = (shown: ShownStep) => {
    const { step, last_on, open_year } = shown
    return (
      <>
        <CountLink shown={shown} />
        {last_on && `${LAST_LABELS[step] ?? ''} am ${formatDate(last_on)}`}
        {open_year && <div className={classes.due}>{`${open_year}: Ferien fehlen noch`}</div>}
        {isStale(shown) && (
          <div className={classes.due}>
            Noch einmal prüfen:{' '}
            {review.map(({ to, text }, index) => (
              <Fragment key={to}>
                {index > 0 && ', '}
                <Link to={to} className="sh-one-line">
                  {text}
                </Link>
              </Fragment>
            ))}
          </div>
        )}
      </>
    )
  }
  return { needsReview, proofOf }
}

/** `again`: how many done steps need a new look. */
const titleOf = (isDone: boolean, again: number) => {
  if (!isDone) return 'Was eine neue Schule braucht'
  if (again === 0) return 'Fertig: Alles Nötige ist eingerichtet'
  return `Eingerichtet. Bitte prüfen Sie ${counted(again, 'Punkt', 'Punkte')} noch einmal.`
}

/** All first steps, also when the start page no longer shows them. */
export const FirstStepsPage = () => {
  const steps = useShownSteps() ?? []
  const { needsReview, proofOf } = useProof()
  const [isAway, setAway] = useAway()
  const isDone = steps.every((step) => step.isDone)
  return (
    <>
      <PageHead
        actions={
          isAway &&
          !isDone && (
            <Button variant="default" onClick={() => setAway(false)}>
              Auf der Startseite zeigen
            </Button>
          )
        }
      >
        {TITLE}
      </PageHead>
      <Loaded query={useQuery(firstStepsQuery)}>
        {() => (
          <div className={classes.page}>
            <FirstStepsCard
              title={titleOf(isDone, steps.filter(needsReview).length)}
              steps={steps}
              proofOf={proofOf}
              needsReview={needsReview}
            />
          </div>
        )}
      </Loaded>
    </>
  )
}
