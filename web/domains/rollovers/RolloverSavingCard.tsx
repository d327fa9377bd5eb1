import { Alert, Button, Group, Text } from '@mantine/core'
import { counted } from '#contract/counted.ts'
import { berlinToday, formatDateTime } from '#contract/dates.ts'
import { useToday } from '#web/api/base-data.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { countChoices, hasChoices, stepOfChoices } from './rollover-plan.ts'
import type { PlanSaving, PlanStamp, Rollover } from './use-rollover.ts'

/** 'um 10:42' on the same day, else 'am 19.11.2026 um 10:42'. */
const savedText = (saved_at: string, today: string) => {
  const [day, time] = formatDateTime(saved_at).split(' ')
  return berlinToday(new Date(saved_at)) === today ? `um ${time}` : `am ${day} um ${time}`
}

const byText = (saved_by: string | null) => (saved_by ? ` von ${saved_by}` : '')

/** 'Planung vom 20.11.2026 um 10:42 von Sabine Vogt'. */
const planTitle = ({ saved_at, saved_by }: PlanStamp) =>
  `Planung vom ${formatDateTime(saved_at).replace(' ', ' um ')}${byText(saved_by)}`

/** What happened to the plan since it was loaded. */
const otherText = (other: PlanStamp | null, today: string) =>
  other
    ? `${other.saved_by ?? 'Jemand'} hat ${savedText(other.saved_at, today)} eine andere Planung gespeichert.`
    : 'Die Planung wurde inzwischen verworfen oder durchgeführt.'

const droppedText = (count: number) =>
  `${counted(count, 'Entscheidung gilt nicht mehr und wurde', 'Entscheidungen gelten nicht mehr und wurden')} weggelassen: Kinder sind gegangen oder haben schon einen Platz, oder eine Klasse gibt es nicht mehr.`

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
    <div className="sh-screen-only">
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

interface SavedPlanProps {
  rollover: Rollover
  onContinue: (step: number) => void
}

/** In the first step: a plan that was begun earlier, to go on with or to begin anew. */
export const RolloverSavedPlanCard = ({ rollover: { choices, saving }, onContinue }: SavedPlanProps) => {
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
