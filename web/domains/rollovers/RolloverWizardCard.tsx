import { Alert, Button, Card, Progress, Stack, Text, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { childrenText, counted } from '#contract/counted.ts'
import { addDays, formatDate } from '#contract/dates.ts'
import type { RolloverReport } from '#contract/rollovers/rollovers.ts'
import { useToday } from '#web/api/base-data.ts'
import { hasFieldErrors } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { paths } from '#web/paths.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { RolloverClassesCard } from './RolloverClassesCard.tsx'
import { RolloverPupilsCard } from './RolloverPupilsCard.tsx'
import { CountList, RolloverRehearsalCard } from './RolloverReportCard.tsx'
import { RolloverSavedPlanCard, RolloverSavingCard } from './RolloverSavingCard.tsx'
import { countLines } from './rollover-texts.ts'
import classes from './rollovers.module.css'
import type { Rollover } from './use-rollover.ts'

export const STEPS = ['Schuljahre', 'Klassen', 'Kinder', 'Probe und Durchführung'] as const
const LAST = STEPS.length

/** Which step the address names; anything else is the first. */
export const stepOf = (wish: string | undefined) => {
  const step = Number(wish)
  return Number.isInteger(step) && step >= 1 && step <= LAST ? step : 1
}

/** 'Schritt 2 von 4: Klassen'; takes the focus when the step changes. */
const StepHead = ({ step }: { step: number }) => {
  const text = useRef<HTMLParagraphElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step) text.current?.focus()
    shown.current = step
  }, [step])
  return (
    <div className="sh-screen-only">
      <Text ref={text} tabIndex={-1} fw={600} className={`sh-below-2 ${classes.stepText}`}>
        Schritt {step} von {LAST}: {STEPS[step - 1]}
      </Text>
      <Progress value={(step / LAST) * 100} aria-label={`Schritt ${step} von ${LAST}`} />
    </div>
  )
}

/** Until when it can be taken back; a change that comes when the new year has begun is only bound to what is changed. */
const undoText = ({ to_year }: RolloverReport, today: string) =>
  today < to_year.date_start
    ? `Bis zum ${formatDate(addDays(to_year.date_start, -1))} lässt sich der Wechsel zurücknehmen, solange im neuen Schuljahr nichts geändert wurde.`
    : 'Solange im neuen Schuljahr nichts geändert wurde, lässt sich der Wechsel zurücknehmen.'

const askAndRun = async (report: RolloverReport, { rollover, today }: { rollover: Rollover; today: string }) => {
  const isWanted = await confirmDialog({
    title: 'Schuljahreswechsel durchführen?',
    message: (
      <>
        <p>
          {report.from_year.name} → {report.to_year.name}
        </p>
        <CountList lines={countLines(report.counts)} />
        <p>{undoText(report, today)}</p>
      </>
    ),
    accept: 'Durchführen',
    type: 'attention',
  })
  if (isWanted) await rollover.run()
}

/** A plan that the rehearsal refuses, with the way back. */
const Refused = ({ rollover: { failure, stepBack, again } }: { rollover: Rollover }) => {
  if (!failure) return null
  const text = hasFieldErrors(failure) ? Object.values(failure.errors)[0] : failureText(failure)
  return (
    <Alert color="red" role="alert" title="So geht es nicht">
      <Text mb="sm">{text}</Text>
      {stepBack && hasFieldErrors(failure) ? (
        <Button variant="default" onClick={stepBack}>
          Letzte Änderung zurücknehmen
        </Button>
      ) : (
        <Button variant="default" onClick={() => void again()}>
          Erneut versuchen
        </Button>
      )}
    </Alert>
  )
}

/** While the change is being carried out: one transaction, so there is no percentage to show (ADR 0016). */
export const RolloverRunningCard = ({ report }: { report: RolloverReport }) => (
  <Card component="section" aria-labelledby="rollover-running" role="status">
    <Title order={2} id="rollover-running" mb="xs">
      Der Schuljahreswechsel wird durchgeführt …
    </Title>
    {/* Without aria-valuenow it is a bar that says only that something goes on. */}
    <div role="progressbar" aria-label="Schuljahreswechsel" className={classes.running} />
    <Text>
      {childrenText(report.pupils.length)}, {counted(report.classes.length, 'Klasse', 'Klassen')}. Es wird alles
      geschrieben oder nichts; bitte lassen Sie die Seite so lange offen.
    </Text>
  </Card>
)

/** What a step after the first shows: its card, and above it why the plan is refused. */
const StepBody = ({ step, rollover }: { step: number; rollover: Rollover }) => {
  const { report, isPending, isRunning } = rollover
  const card = () => {
    if (!report) return null
    if (isRunning) return <RolloverRunningCard report={report} />
    const Step = step === 2 ? RolloverClassesCard : step === 3 ? RolloverPupilsCard : RolloverRehearsalCard
    return <Step report={report} rollover={rollover} />
  }
  return (
    <>
      <Refused rollover={rollover} />
      {isPending && <LoadingText />}
      {card()}
    </>
  )
}

interface WizardProps {
  step: number
  rollover: Rollover
  /** The first step, which needs no rehearsal. */
  years: ReactNode
  /** Both years are there, and somebody is still to be moved. */
  mayGoOn: boolean
}

/** The four steps (domain §3.4), forwards and backwards; the plan is kept while it is made. */
export const RolloverWizardCard = ({ step, rollover, years, mayGoOn }: WizardProps) => {
  const navigate = useNavigate()
  // Each step is a place in the browser's history; searching and filters belong to the one that is left.
  const goTo = (to: number) => void navigate({ to: paths.rollover, search: to === 1 ? {} : { schritt: String(to) } })
  const today = useToday()
  const { report, isRunning, isCurrent, saving } = rollover
  return (
    <Stack gap="md">
      <StepHead step={step} />
      {step === 1 && years}
      {mayGoOn && <RolloverSavingCard rollover={rollover} isFirst={step === 1} />}
      {mayGoOn && step === 1 && <RolloverSavedPlanCard rollover={rollover} onContinue={goTo} />}
      {step > 1 && <StepBody step={step} rollover={rollover} />}
      {!isRunning && (
        <div className={`sh-screen-only ${step > 1 ? classes.foot : ''}`}>
          <ButtonRow {...(step === 1 ? { align: 'end' as const } : {})}>
            {step > 1 && (
              <Button variant="default" onClick={() => goTo(step - 1)}>
                Zurück
              </Button>
            )}
            {step === LAST && report && (
              <IconButton icon={Printer} visibleFrom="sm" onClick={() => window.print()}>
                Probe drucken
              </IconButton>
            )}
            {step < LAST && mayGoOn && <Button onClick={() => goTo(step + 1)}>Weiter: {STEPS[step]}</Button>}
            {step === LAST && report && mayGoOn && saving.other === undefined && (
              <ActionButton
                isRunning={!isCurrent || saving.isSaving}
                onClick={() => void askAndRun(report, { rollover, today })}
              >
                Schuljahreswechsel durchführen
              </ActionButton>
            )}
          </ButtonRow>
        </div>
      )}
    </Stack>
  )
}
