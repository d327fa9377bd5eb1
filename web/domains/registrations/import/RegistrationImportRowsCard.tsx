import { Button, Card, Checkbox, Group, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { RegistrationImportRowCard } from './RegistrationImportRowCard.tsx'
import { hasErrors, type ImportDraft, isDoubtful } from './registration-import-rows.ts'
import type { RegistrationImport } from './use-registration-import.ts'

const SHOWN_AT_ONCE = 50

type Part = 'all' | 'wrong' | 'doubtful' | 'good'

const partOf = (draft: ImportDraft, repeated: ReadonlyMap<number, number>): Part => {
  if (hasErrors(draft)) return 'wrong'
  return isDoubtful(draft, repeated) ? 'doubtful' : 'good'
}

const PARTS: readonly { value: Part; label: string }[] = [
  { value: 'all', label: 'Alle' },
  { value: 'wrong', label: 'Mit Fehlern' },
  { value: 'doubtful', label: 'Mögliche Dubletten' },
  { value: 'good', label: 'Neu' },
]

const TakeOver = ({ run }: { run: RegistrationImport }) => {
  const [sendsOptin, setSendsOptin] = useState(false)
  const count = run.taken.length
  const rest = (run.drafts?.length ?? 0) - count
  return (
    <Stack gap="sm">
      <Checkbox
        label="Die Familien jetzt bitten, ihre E-Mail-Adresse zu bestätigen"
        description="Sonst geht keine E-Mail hinaus; die Bitte lässt sich später bei jeder Bewerbung verschicken."
        checked={sendsOptin}
        onChange={(event) => setSendsOptin(event.currentTarget.checked)}
      />
      {rest > 0 && (
        <Text c="dimmed">{`${counted(rest, 'Zeile wird', 'Zeilen werden')} nicht übernommen: ohne Häkchen oder mit Fehlern.`}</Text>
      )}
      <Group gap="sm">
        <ActionButton
          data-primary
          isRunning={run.step === 'take'}
          disabled={count === 0}
          onClick={() => void run.takeOver(sendsOptin)}
        >
          {`${counted(count, 'Bewerbung', 'Bewerbungen')} übernehmen`}
        </ActionButton>
        <Button variant="default" onClick={run.drop}>
          Verwerfen
        </Button>
      </Group>
    </Stack>
  )
}

interface RegistrationImportRowsCardProps {
  run: RegistrationImport
  drafts: readonly ImportDraft[]
  columns: RegistrationFile['columns']
}

/** Step 3: every row with what is wrong with it, and what is taken over. */
export const RegistrationImportRowsCard = ({ run, drafts, columns }: RegistrationImportRowsCardProps) => {
  const [part, setPart] = useState<Part>('all')
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const byPart = Map.groupBy(drafts, (draft) => partOf(draft, run.repeated))
  const rows = part === 'all' ? drafts : (byPart.get(part) ?? [])
  const countOf = (value: Part) => (value === 'all' ? drafts.length : (byPart.get(value)?.length ?? 0))
  return (
    <Card component="section" aria-labelledby="import-rows">
      <Title order={2} id="import-rows" mb="xs">
        Zeilen prüfen und übernehmen
      </Title>
      <Stack gap="md">
        <Text c="dimmed">
          Noch ist nichts gespeichert. Felder mit Fehlern lassen sich hier verbessern; mögliche Dubletten werden nur mit
          Häkchen übernommen.
        </Text>
        <TabPicker
          label="Welche Zeilen"
          options={PARTS.map((one) => ({ ...one, count: countOf(one.value) }))}
          chosen={part}
          onChoose={setPart}
        />
        {rows.length === 0 && <EmptyState title="Keine solche Zeile." />}
        <ul className="sh-plain-list" aria-label="Zeilen der Datei">
          {rows.slice(0, limit).map((draft) => (
            <RegistrationImportRowCard key={draft.line} draft={draft} columns={columns} run={run} />
          ))}
        </ul>
        {rows.length > limit && (
          <div>
            <Button variant="default" onClick={() => setLimit(limit + SHOWN_AT_ONCE)}>
              {`Weitere Zeilen zeigen (${rows.length - limit})`}
            </Button>
          </div>
        )}
        <TakeOver run={run} />
      </Stack>
    </Card>
  )
}
