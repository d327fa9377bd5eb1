import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FROM_START, PageHead } from '#web/shell/PageHead.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { FirstStepsCard } from './FirstStepsCard.tsx'
import { firstStepsQuery, useAway, useShownSteps } from './first-steps.ts'

const TITLE = 'Erste Schritte'

/** All first steps, also when the start page no longer shows them. */
export const FirstStepsPage = () => {
  const steps = useShownSteps() ?? []
  const [isAway, setAway] = useAway()
  return (
    <>
      <PageHead
        crumbs={FROM_START}
        actions={
          isAway && (
            <Button variant="default" onClick={() => setAway(false)}>
              Auf der Startseite zeigen
            </Button>
          )
        }
      >
        {TITLE}
      </PageHead>
      <Loaded query={useQuery(firstStepsQuery)}>
        {() => <FirstStepsCard title="Was eine neue Schule braucht" steps={steps} />}
      </Loaded>
    </>
  )
}
