import { Button, Group, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import type { ImportRun } from './list-file.ts'

const SHOWN_AT_ONCE = 50

interface ImportRowsCardProps<Draft, Part extends string> {
  intro: string
  drafts: readonly Draft[]
  /** The states a row can have, in their order, and the one it has. */
  parts: readonly { value: Part; label: string }[]
  partOf: (draft: Draft) => Part
  /** What all rows lack. */
  notice?: ReactNode
  renderRow: (draft: Draft) => ReactNode
  /** What is done with the rows. */
  children: ReactNode
}

/** Step 3 of an import: every row with what is wrong with it, and which ones are taken. */
export const ImportRowsCard = <Draft extends { line: number }, Part extends string>(
  props: ImportRowsCardProps<Draft, Part>,
) => {
  const { intro, drafts, parts, partOf, notice, renderRow, children } = props
  const [part, setPart] = useState<Part | 'all'>('all')
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const rowsOf = (value: Part | 'all') => (value === 'all' ? drafts : drafts.filter((draft) => partOf(draft) === value))
  const rows = rowsOf(part)
  return (
    <TitledCard id="import-rows" title="Zeilen prüfen und übernehmen" gap="xs">
      <Stack gap="md">
        <Text c="dimmed">{intro}</Text>
        <TabPicker<Part | 'all'>
          label="Welche Zeilen"
          options={[{ value: 'all' as const, label: 'Alle' }, ...parts].map(({ value, label }) => ({
            value,
            label,
            count: rowsOf(value).length,
          }))}
          chosen={part}
          onChoose={setPart}
        />
        {notice}
        {rows.length === 0 && <EmptyState title="Keine solche Zeile." />}
        <ul className="sh-plain-list" aria-label="Zeilen der Datei">
          {rows.slice(0, limit).map((draft) => (
            <Fragment key={draft.line}>{renderRow(draft)}</Fragment>
          ))}
        </ul>
        {rows.length > limit && (
          <div>
            <Button variant="default" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
              {`Weitere Zeilen zeigen (${rows.length - limit})`}
            </Button>
          </div>
        )}
        {children}
      </Stack>
    </TitledCard>
  )
}

const LEFT_ID = 'import-left'

interface TakeRowsProps {
  run: Pick<ImportRun, 'step' | 'drop'>
  /** How many rows are taken, and what the button says. */
  count: number
  text: string
  /** Why the others are not taken. */
  left: string
  onTake: () => void
}

/** Takes the chosen rows, or throws the import away. */
export const TakeRows = ({ run, count, text, left, onTake }: TakeRowsProps) => (
  <Stack gap="sm">
    {left !== '' && (
      <Text id={LEFT_ID} c="dimmed">
        {count === 0 ? `Noch kann keine Zeile übernommen werden: ${left}.` : `Nicht übernommen: ${left}.`}
      </Text>
    )}
    <Group gap="sm">
      <ActionButton
        data-primary
        isRunning={run.step === 'take'}
        disabled={count === 0}
        aria-describedby={left === '' ? undefined : LEFT_ID}
        onClick={onTake}
      >
        {text}
      </ActionButton>
      <Button variant="default" onClick={run.drop}>
        Verwerfen
      </Button>
    </Group>
  </Stack>
)
