import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/counted.ts'
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

/** What is counted for a step: one of it and several. */
const COUNTED: Partial<Record<FirstStep, readonly [one: string, several: string]>> = {
  holidays: ['Ferienzeit im laufenden Schuljahr', 'Ferienzeiten im laufenden Schuljahr'],
  classes: ['Klasse im laufenden Schuljahr', 'Klassen im laufenden Schuljahr'],
  pupils: ['Kind eingetragen', 'Kinder eingetragen, auch ehemalige'],
  colleagues: ['Konto', 'Konten'],
  processors: ['Dienstleister eingetragen', 'Dienstleister eingetragen'],
  form: ['Bewerbung eingegangen', 'Bewerbungen eingegangen'],
}

/** What has happened last, by step. */
const LAST_LABELS: Partial<Record<FirstStep, string>> = { mail: 'Letzte E-Mail verschickt', backup: 'Letzte Sicherung' }

const countText = ({ step, count }: ShownStep) => {
  const words = COUNTED[step]
  return words && count !== null && counted(count, ...words)
}

/** Which parts of data protection are to be looked at again, and where; only a head is told. */
const usePrivacyReview = () => {
  const enabled = useMay()('view pupil sensitive')
  const { data } = useQuery({ ...queryFor(privacyTaskEndpoints.get, {}, { quiet: true }), enabled })
  if (!data) return []
  const { is_notice_stale, processors, processings } = data
  const contracts = processors === 1 ? 'Vertrag' : 'Verträge'
  return [
    {
      isDue: processors > 0,
      to: paths.processors,
      text: `${contracts} mit ${counted(processors, 'Dienstleister', 'Dienstleistern')}`,
    },
    {
      isDue: processings > 0,
      to: paths.processings,
      text: `${counted(processings, 'Eintrag', 'Einträge')} im Verzeichnis`,
    },
    { isDue: is_notice_stale, to: paths.privacyNotices, text: 'Datenschutzhinweise' },
  ].filter(({ isDue }) => isDue)
}

/** What is to be done again comes before what shows that a step is done. */
const useProof = () => {
  const review = usePrivacyReview()
  const dueText = ({ step, open_year }: ShownStep) => {
    if (open_year !== null) return `${open_year}: Ferien fehlen noch`
    if (step !== 'processors' || review.length === 0) return undefined
    return `Zu prüfen: ${review.map(({ text }) => text).join(', ')}`
  }
  const needsReview = (shown: ShownStep) => dueText(shown) !== undefined
  /** The title is the one way to what is to be done. */
  const withWay = (shown: ShownStep) => {
    const [first] = review
    return first && shown.isDone && shown.to && shown.step === 'processors' ? { ...shown, to: first.to } : shown
  }
  const proofOf = (shown: ShownStep) => {
    const { step, last_on } = shown
    const due = dueText(shown)
    return (
      <>
        {due && <div className={classes.due}>{due}</div>}
        {countText(shown)}
        {last_on && `${LAST_LABELS[step] ?? ''} am ${formatDate(last_on)}`}
      </>
    )
  }
  return { needsReview, proofOf, withWay }
}

/** `again`: how many done steps need a new look. */
const titleOf = (isDone: boolean, again: number) => {
  if (!isDone) return 'Was eine neue Schule braucht'
  if (again === 0) return 'Fertig: Alles Nötige ist eingerichtet'
  return `Eingerichtet. Bitte prüfen Sie ${counted(again, 'Punkt', 'Punkte')} noch einmal.`
}

/** All first steps, also when the start page no longer shows them. */
export const FirstStepsPage = () => {
  const { needsReview, proofOf, withWay } = useProof()
  const steps = (useShownSteps() ?? []).map(withWay)
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
          <FirstStepsCard
            title={titleOf(isDone, steps.filter(needsReview).length)}
            steps={steps}
            proofOf={proofOf}
            needsReview={needsReview}
          />
        )}
      </Loaded>
    </>
  )
}
