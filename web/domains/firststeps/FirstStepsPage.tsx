import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted, countedIfAny } from '#contract/counted.ts'
import { formatDate } from '#contract/dates.ts'
import type { FirstStep } from '#contract/firststeps/firststeps.ts'
import { privacyTaskEndpoints } from '#contract/processings/processings.tasks.ts'
import { useMay } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { firstStepsQuery, type ShownStep, useAway, useShownSteps } from './first-steps.ts'
import classes from './firststeps.module.css'

const TITLE = 'Erste Schritte'

/** What is counted for a step: one of it, and several. */
const COUNTED: Partial<Record<FirstStep, readonly [one: string, several: string]>> = {
  holidays: ['Ferienzeit im laufenden Schuljahr', 'Ferienzeiten im laufenden Schuljahr'],
  classes: ['Klasse im laufenden Schuljahr', 'Klassen im laufenden Schuljahr'],
  pupils: ['Kind eingetragen', 'Kinder eingetragen, auch ehemalige'],
  colleagues: ['Konto', 'Konten'],
  processors: ['Auftragsverarbeiter eingetragen', 'Auftragsverarbeiter eingetragen'],
  form: ['Bewerbung eingegangen', 'Bewerbungen eingegangen'],
}

/** What has happened last, by step. */
const LAST_LABELS: Partial<Record<FirstStep, string>> = { mail: 'Letzte E-Mail verschickt', backup: 'Letzte Sicherung' }

const Attention = ({ children }: { children: string }) => (
  <StatusChip tone="attention" icon="alert">
    {children}
  </StatusChip>
)

/** What of data protection is to be looked at again, in words; only a head is told. */
const usePrivacyReview = () => {
  const enabled = useMay()('view pupil sensitive')
  const { data } = useQuery({ ...queryFor(privacyTaskEndpoints.get, {}, { quiet: true }), enabled })
  if (!data) return undefined
  const { is_notice_stale, processors, processings } = data
  const parts = [
    ...countedIfAny(processors, 'Auftragsverarbeiter', 'Auftragsverarbeiter'),
    ...countedIfAny(processings, 'Verarbeitung', 'Verarbeitungen'),
    ...(is_notice_stale ? ['Datenschutzhinweise'] : []),
  ]
  return parts.length > 0 ? `noch einmal zu prüfen: ${parts.join(', ')}` : undefined
}

/** What shows that a step is done, and what is to be done again. */
const useProof = () => {
  const review = usePrivacyReview()
  const isStale = ({ step }: ShownStep) => step === 'processors' && review !== undefined
  const needsReview = (shown: ShownStep) => shown.open_year !== null || isStale(shown)
  const proofOf = (shown: ShownStep) => {
    const { step, count, last_on, open_year } = shown
    const words = COUNTED[step]
    return (
      <span className="sh-row sh-gap-3 sh-rows-1">
        {words && count !== null && counted(count, ...words)}
        {last_on && `${LAST_LABELS[step] ?? ''} am ${formatDate(last_on)}`}
        {open_year && <Attention>{`${open_year}: Ferien fehlen noch`}</Attention>}
        {isStale(shown) && review && <Attention>{review}</Attention>}
      </span>
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
