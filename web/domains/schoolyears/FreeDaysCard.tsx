import { Alert, Button, Card, Group, Text, Title } from '@mantine/core'
import { CalendarPlus, FileUp, MapPinned, Plus } from 'lucide-react'
import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import { FREE_DAYS_MAX, type FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { ConflictCard } from '#web/forms/ConflictCard.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { FreeDaysImportDialog as ImportDialog } from './FreeDaysImportDialog.tsx'
import { FreeDaysPresetDialog as PresetDialog } from './FreeDaysPresetDialog.tsx'
import { FreeDaysTable } from './FreeDaysTable.tsx'
import { plainList } from './free-day-list.ts'
import classes from './schoolyears.module.css'
import { ADD_BUTTON, type FreeDaysDraft, useRowEditing } from './use-free-days.ts'

const entryText = ({ name, date_start, date_end }: FreeDays) =>
  `${name} ${formatDate(date_start)}${date_end === date_start ? '' : `–${formatDate(date_end)}`}`

/** Entries that stand in only one of both lists. */
const differingLines = (mine: readonly FreeDays[], theirs: readonly FreeDays[]) => {
  const [own, stored] = [plainList(mine).map(entryText), plainList(theirs).map(entryText)]
  const only = (list: string[], other: string[]) => list.filter((text) => !other.includes(text))
  return [
    ...only(stored, own).map((text) => ({ key: `theirs ${text}`, label: 'nur gespeichert', theirs: text, mine: '–' })),
    ...only(own, stored).map((text) => ({ key: `mine ${text}`, label: 'nur bei Ihnen', theirs: '–', mine: text })),
  ]
}

/** A form, so that Strg+S finds it (ux §2). */
const SaveForm = ({ draft, onDone }: { draft: FreeDaysDraft; onDone: () => void }) => (
  <form
    className={`sh-row sh-spread sh-gap-4 sh-rows-2 sh-rule-above sh-screen-only ${classes.saveRow}`}
    onSubmit={(event) => {
      event.preventDefault()
      void draft.save()
    }}
  >
    <Text fw={600}>Noch nicht gespeichert</Text>
    <Group gap="sm">
      <Button
        variant="default"
        onClick={() => {
          draft.cancel()
          onDone()
        }}
      >
        Verwerfen
      </Button>
      <ActionButton type="submit" isRunning={draft.isSaving}>
        Speichern
      </ActionButton>
    </Group>
  </form>
)

interface FreeDaysCardProps {
  year: Schoolyear
  years: readonly Schoolyear[]
  draft: FreeDaysDraft
}

/** Holidays, public holidays and other free days of a year (domain §9): typed, from a file, from the state's table. */
export const FreeDaysCard = ({ year, years, draft }: FreeDaysCardProps) => {
  const { days, errors, isDirty, conflict } = draft
  const editing = useRowEditing(draft)
  const [opened, setOpened] = useState<'preset' | 'import'>()
  const close = () => setOpened(undefined)
  const dialog = { year, days, onTake: draft.take, onGone: close }
  const isFull = days.length >= FREE_DAYS_MAX
  const isNarrow = useNarrow()
  const sources = (
    <>
      <IconButton icon={MapPinned} onClick={() => setOpened('preset')}>
        Vorgaben des Bundeslands
      </IconButton>
      <IconButton icon={FileUp} onClick={() => setOpened('import')}>
        Aus Datei einlesen
      </IconButton>
    </>
  )
  return (
    <Card component="section" aria-labelledby="free-days" className={classes.card ?? ''}>
      <Group justify="space-between" mb="sm">
        <Title order={2} id="free-days">
          Schulfreie Tage
        </Title>
        <Group gap="xs" className="sh-screen-only">
          {!isNarrow && sources}
          <IconButton icon={Plus} id={ADD_BUTTON} disabled={isFull} onClick={editing.add}>
            Eintrag hinzufügen
          </IconButton>
        </Group>
      </Group>
      {errors[-1] && (
        <Alert color="red" role="alert" mb="sm">
          {errors[-1]}
        </Alert>
      )}
      {conflict && (
        <ConflictCard
          text={conflict.text}
          lines={differingLines(days, conflict.theirs.free_days)}
          onKeepMine={() => void draft.keepMine()}
          onTakeTheirs={draft.takeTheirs}
        />
      )}
      {days.length === 0 && editing.index === undefined ? (
        <EmptyState
          title="Noch keine schulfreien Tage."
          text="Ohne sie zählt jeder Tag von Montag bis Freitag als Schultag."
          action={
            <IconButton icon={CalendarPlus} onClick={() => setOpened('preset')} variant="filled">
              Ferien und Feiertage übernehmen
            </IconButton>
          }
        />
      ) : (
        <FreeDaysTable year={year} years={years} days={days} errors={errors} editing={editing} />
      )}
      {isNarrow && (
        <Group gap="xs" mt="md" className="sh-screen-only">
          {sources}
        </Group>
      )}
      {isDirty && !conflict && <SaveForm draft={draft} onDone={editing.stop} />}
      {opened === 'preset' && <PresetDialog {...dialog} />}
      {opened === 'import' && <ImportDialog {...dialog} />}
    </Card>
  )
}
