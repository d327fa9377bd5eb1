import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Circle, CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
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
    <Link to={to} className="sh-bold">
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
  if (needsReview) return <CircleAlert size={20} className={classes.due} role="img" aria-label="wieder zu prüfen:" />
  return <CircleCheck size={20} className={classes.done} role="img" aria-label="erledigt:" />
}

const StepLine = ({ step: { title, to, isDone }, text, needsReview }: StepLineProps) => (
  <li className={classes.step}>
    <StepSign isDone={isDone} needsReview={needsReview} />
    <div>
      <StepTitle title={title} {...(to ? { to } : {})} />
      {text && <div className="sh-quiet">{text}</div>}
    </div>
  </li>
)

interface FirstStepsCardProps {
  /** Without it the page's title names the list. */
  title?: string
  steps: readonly ShownStep[]
  /** What shows that a step is done. Without it the done steps are only named, in one line. */
  proofOf?: (step: ShownStep) => ReactNode
  /** Whether a done step needs a new look. */
  needsReview?: (step: ShownStep) => boolean
  children?: ReactNode
}

/** What a school does once: open steps say why and lead there, done ones have a tick. */
export const FirstStepsCard = ({
  title = 'Erste Schritte',
  steps,
  proofOf,
  needsReview,
  children,
}: FirstStepsCardProps) => {
  const done = steps.filter(({ isDone }) => isDone)
  const listed = proofOf ? steps : steps.filter(({ isDone }) => !isDone)
  return (
    <TitledCard id="first-steps" title={title} gap="xs">
      {done.length < steps.length && (
        <p className="sh-quiet sh-flush sh-below-3">{`${done.length} von ${steps.length} erledigt`}</p>
      )}
      <ul className={`sh-plain-list sh-grid sh-gap-3`}>
        {listed.map((step) => (
          <StepLine
            key={step.step}
            step={step}
            text={step.isDone ? proofOf?.(step) : step.text}
            needsReview={needsReview?.(step) ?? false}
          />
        ))}
        {!proofOf && done.length > 0 && (
          <li className={classes.step}>
            <CircleCheck size={20} className={classes.done} aria-hidden />
            <span className="sh-quiet">{`Erledigt: ${done.map((step) => step.title).join(', ')}`}</span>
          </li>
        )}
      </ul>
      {children}
    </TitledCard>
  )
}
