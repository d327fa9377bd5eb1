import { Alert, Button, Group, Text } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { planTitle } from './plan-texts.ts'
import { countChoices, hasChoices, stepOfChoices } from './rollover-plan.ts'
import type { Rollover } from './use-rollover.ts'

interface CardProps {
  rollover: Rollover
  onContinue: (step: number) => void
}

/** In the first step: a plan that was begun earlier, to go on with or to begin anew. */
export const RolloverKeptPlanCard = ({ rollover: { choices, saving }, onContinue }: CardProps) => {
  const { stamp } = saving
  if (!stamp || !hasChoices(choices)) return null
  const askAndDiscard = async () => {
    const isWanted = await confirmDialog({
      title: 'Planung verwerfen?',
      message: `${planTitle(stamp)}: Alle Entscheidungen gehen verloren, auch für Ihre Kolleginnen und Kollegen.`,
      accept: 'Verwerfen',
      type: 'attention',
    })
    if (isWanted) await saving.discard()
  }
  return (
    <Alert color="blue" title={planTitle(stamp)}>
      <Text mb="sm">
        {counted(countChoices(choices), 'Entscheidung weicht', 'Entscheidungen weichen')} vom Vorschlag ab. Noch ist
        nichts durchgeführt.
      </Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => onContinue(stepOfChoices(choices))}>
          Planung fortsetzen
        </Button>
        <Button variant="default" onClick={() => void askAndDiscard()}>
          Planung verwerfen
        </Button>
      </Group>
    </Alert>
  )
}
