import { Alert, Button, Group, Text } from '@mantine/core'
import { useToday } from '#web/api/base-data.ts'
import { droppedText, otherText, savedText } from './plan-texts.ts'
import type { PlanSaving } from './use-plan-saving.ts'
import type { Rollover } from './use-rollover.ts'

/** Somebody else was here meanwhile: theirs or ours, asked and never guessed. */
const OtherPlan = ({ saving, today }: { saving: PlanSaving; today: string }) => {
  const { other } = saving
  if (other === undefined) return null
  return (
    <Alert color="yellow" role="alert" title={otherText(other, today)}>
      <Text mb="sm">Ihre letzten Entscheidungen sind noch nicht gespeichert.</Text>
      <Group gap="sm">
        <Button variant="default" onClick={() => void saving.takeOther()}>
          {other ? `Planung von ${other.saved_by ?? 'dort'} laden` : 'Ohne Planung neu beginnen'}
        </Button>
        <Button variant="default" onClick={() => void saving.overwrite()}>
          Meine Planung speichern
        </Button>
      </Group>
    </Alert>
  )
}

/** Quiet, below the step: saved at what time. */
const SavedLine = ({ saving, today }: { saving: PlanSaving; today: string }) => {
  const { stamp, isUnsaved, hasFailed, isSaving } = saving
  if (isUnsaved && hasFailed && !isSaving) {
    return (
      <Group gap="sm" role="status">
        <Text>Die Planung ist noch nicht gespeichert.</Text>
        <Button variant="default" onClick={() => void saving.saveNow()}>
          Jetzt speichern
        </Button>
      </Group>
    )
  }
  if (isUnsaved) return <Text c="dimmed">Planung wird gespeichert …</Text>
  return stamp && <Text c="dimmed">Planung gespeichert {savedText(stamp.saved_at, today)}</Text>
}

interface CardProps {
  rollover: Rollover
  /** The first step says itself when the plan was saved. */
  isFirst: boolean
}

/** How the plan is kept while it is made (domain §3.4). */
export const RolloverSavingCard = ({ rollover: { saving }, isFirst }: CardProps) => {
  const today = useToday()
  return (
    <div data-screen-only>
      {saving.dropped > 0 && (
        <Alert color="yellow" mb="sm" title="Die Planung wurde angepasst">
          {droppedText(saving.dropped)}
        </Alert>
      )}
      <OtherPlan saving={saving} today={today} />
      {saving.other === undefined && (saving.isUnsaved || !isFirst) && <SavedLine saving={saving} today={today} />}
    </div>
  )
}
