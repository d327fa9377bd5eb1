import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import type { ShownStep } from './first-steps.ts'
import classes from './firststeps.module.css'

const StepTitle = ({ title, to }: Pick<ShownStep, 'title' | 'to'>) => {
  if (!to) return <strong>{title}</strong>
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

const StepLine = ({ step: { title, text, to, isDone } }: { step: ShownStep }) => (
  <li className={classes.step}>
    {isDone ? (
      <CircleCheck size={20} className={classes.done} role="img" aria-label="erledigt:" />
    ) : (
      <Circle size={20} className="sh-quiet" role="img" aria-label="offen:" />
    )}
    <div>
      {isDone ? <span className="sh-quiet">{title}</span> : <StepTitle title={title} {...(to ? { to } : {})} />}
      {!isDone && <span className="sh-quiet sh-block">{text}</span>}
    </div>
  </li>
)

interface FirstStepsCardProps {
  /** Without it the page's title names the list. */
  title?: string
  steps: readonly ShownStep[]
  children?: ReactNode
}

/** What a school does once: done steps have a tick, open ones say why and lead there. */
export const FirstStepsCard = ({ title = 'Erste Schritte', steps, children }: FirstStepsCardProps) => (
  <TitledCard id="first-steps" title={title} gap="xs">
    <p className="sh-quiet sh-flush sh-below-3">
      {`${steps.filter(({ isDone }) => isDone).length} von ${steps.length} erledigt`}
    </p>
    <ul className={`sh-plain-list sh-grid sh-gap-3`}>
      {steps.map((step) => (
        <StepLine key={step.step} step={step} />
      ))}
    </ul>
    {children}
  </TitledCard>
)
