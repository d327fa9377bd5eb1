import { Button, Card, Skeleton } from '@mantine/core'
import { notify } from '#web/shell/notify.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { useAway, useShownSteps } from './first-steps.ts'
import classes from './firststeps.module.css'

interface FirstStepsWidgetProps {
  /** There is nothing else to see yet: the place is kept until the steps are known. */
  isFirst: boolean
}

/** On the start page until this person has no step left or puts it away; then the user menu leads to them. */
export const FirstStepsWidget = ({ isFirst }: FirstStepsWidgetProps) => {
  const steps = useShownSteps()
  const [isAway, setAway] = useAway()
  if (!steps && isFirst && !isAway)
    return (
      <Card>
        <Skeleton height={400} />
      </Card>
    )
  if (isAway || !steps?.some(({ isDone, doneBy }) => !isDone && !doneBy)) return null
  const putAway = () => {
    setAway(true)
    notify('Die ersten Schritte stehen jetzt im Benutzermenü.', { undo: async () => setAway(false) })
  }
  return (
    <FirstStepsCard steps={steps}>
      <div className={classes.foot}>
        <Button variant="default" onClick={putAway}>
          Ausblenden
        </Button>
      </div>
    </FirstStepsCard>
  )
}
