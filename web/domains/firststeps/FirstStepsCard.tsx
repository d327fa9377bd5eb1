import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { NoMailServerWidget } from '#web/domains/outboxes/NoMailServerWidget.tsx'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import type { ShownStep } from './first-steps.ts'
import classes from './firststeps.module.css'

const StepTitle = ({ title, to }: Pick<ShownStep, 'title' | 'to'>) => {
  if (!to) return <span>{title}</span>
  if (to === MAIL_TEST)
    return (
      <Anchor
        component="button"
        type="button"
        fw={600}
        underline="always"
        aria-haspopup="dialog"
        onClick={() => openFrameDialog(MAIL_TEST)}
      >
        {title}
      </Anchor>
    )
  return (
    <Link {...linkTarget(to)} className="sh-bold">
      {title}
    </Link>
  )
}

interface StepLineProps {
  step: ShownStep
  /** What stands below the title. */
  text: ReactNode
  /** The step is done, but its result needs a new look. */
  needsReview: boolean
}

const StepSign = ({ isDone, needsReview }: { isDone: boolean; needsReview: boolean }) => {
  if (!isDone) return <Circle size={20} className="sh-quiet" role="img" aria-label="offen:" />
  if (needsReview) return <CircleAlert size={20} className={classes.due} role="img" aria-label="noch einmal prüfen:" />
  return <CircleCheck size={20} className={classes.done} role="img" aria-label="erledigt:" />
}

const StepLine = ({ step: { title, to, isDone, isTechnical }, text, needsReview }: StepLineProps) => (
  <li className={classes.step}>
    <StepSign isDone={isDone} needsReview={needsReview} />
    <div>
      <StepTitle title={title} {...(to ? { to } : {})} />
      {isTechnical && !isDone && <span className="sh-quiet"> · Technik</span>}
      {text && <div className="sh-quiet">{text}</div>}
    </div>
  </li>
)

/** A step that is not the school's: its name and who does it. */
const OthersLine = ({ step: { title, doneBy } }: { step: ShownStep }) => (
  <li className={`sh-quiet ${classes.step}`}>
    <StepSign isDone={false} needsReview={false} />
    <span>{`${title}: macht ${doneBy}`}</span>
  </li>
)

/** Why the step is to be done. */
const reasonOf = ({ step, to, text }: ShownStep) =>
  step === 'mail' && to ? <NoMailServerWidget>{text}</NoMailServerWidget> : text

interface FirstStepsCardProps {
  /** Without it the page's title names the list. */
  title?: string
  steps: readonly ShownStep[]
  /** What shows that a step is done. */
  proofOf?: (step: ShownStep) => ReactNode
  /** Whether a done step needs a new look. */
  needsReview?: (step: ShownStep) => boolean
  children?: ReactNode
}

/**
 * What a school does once. What is open comes first and says why; then what needs a new look and what others do. Done
 * steps can be folded while anything is open.
 */
export const FirstStepsCard = ({
  title = 'Erste Schritte',
  steps,
  proofOf,
  needsReview = () => false,
  children,
}: FirstStepsCardProps) => {
  const open = steps.filter(({ isDone, doneBy }) => !isDone && !doneBy)
  const again = steps.filter((step) => step.isDone && needsReview(step))
  const others = steps.filter(({ isDone, doneBy }) => !isDone && doneBy)
  const done = steps.filter((step) => step.isDone && !needsReview(step))
  const isFinished = done.length === steps.length
  const line = (step: ShownStep) => (
    <StepLine
      key={step.step}
      step={step}
      text={step.isDone ? proofOf?.(step) : reasonOf(step)}
      needsReview={step.isDone && needsReview(step)}
    />
  )
  const doneList = <ul className={classes.list}>{done.map(line)}</ul>
  return (
    <TitledCard id="first-steps" title={title} gap="xs">
      {isFinished ? (
        doneList
      ) : (
        <>
          {open.length > 0 && (
            <p className="sh-quiet sh-flush sh-below-3">{`${done.length} von ${steps.length} erledigt`}</p>
          )}
          <ul className={classes.list}>
            {[...open, ...again].map(line)}
            {others.map((step) => (
              <OthersLine key={step.step} step={step} />
            ))}
          </ul>
          {done.length > 0 && (
            <FoldedPart name="erledigte-schritte" summary={`Erledigt (${done.length})`}>
              {doneList}
            </FoldedPart>
          )}
        </>
      )}
      {children}
    </TitledCard>
  )
}
