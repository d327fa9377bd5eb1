import { Button, Card, Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import { notify } from '#web/shell/notify.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { useAway, useShownSteps } from './first-steps.ts'
import classes from './firststeps.module.css'

interface FirstStepsWidgetProps {
  /**
   * What stands below the card or, without it, in its place. With it there is nothing else to see yet: the place is kept
   * until the steps are known.
   */
  below?: (isShown: boolean) => ReactNode
}

/** On the start page until this person has no step left or puts it away; then the user menu leads to them. */
export const FirstStepsWidget = ({ below }: FirstStepsWidgetProps) => {
  const steps = useShownSteps()
  const [isAway, setAway] = useAway()
  if (!steps && below && !isAway)
    return (
      <Card>
        <Skeleton height={400} />
      </Card>
    )
  if (isAway || !steps?.some(({ isDone, doneBy }) => !isDone && !doneBy)) return below?.(false)
  const putAway = () => {
    setAway(true)
    notify('Die ersten Schritte stehen jetzt im Benutzermenü.', { undo: async () => setAway(false) })
  }
  return (
    <>
      <FirstStepsCard steps={steps}>
        <div className={`sh-screen-only ${classes.foot}`}>
          <Button variant="subtle" px="xs" ml="calc(-1 * var(--mantine-spacing-xs))" onClick={putAway}>
            Ausblenden
          </Button>
        </div>
      </FirstStepsCard>
      {below?.(true)}
    </>
  )
}
