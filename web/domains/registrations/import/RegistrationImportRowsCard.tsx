import { Button, Card, Checkbox, Group, NativeSelect, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import {
  draftName,
  hasErrors,
  type ImportDraft,
  isDoubtful,
  isTaken,
  type RegistrationImport,
} from './use-registration-import.ts'

type Column = RegistrationFile['columns'][number]

interface RowProps {
  draft: ImportDraft
  columns: readonly Column[]
  run: Pick<RegistrationImport, 'repeated' | 'wish' | 'correct'>
}

/** One cell; what is typed counts once the field is left. */
const ImportCell = ({
  draft,
  column: { key, heading, choices },
  run,
}: Omit<RowProps, 'columns'> & { column: Column }) => {
  const stored = draft.cells[key] ?? ''
  const [typed, setTyped] = useState(stored)
  const error = draft.verdict.errors[key]?.[0]
  const save = (text: string) => text !== stored && void run.correct(draft.line, key, text)
  if (choices) {
    const known = stored === '' || choices.includes(stored) ? [] : [{ value: stored, label: stored }]
    return (
      <NativeSelect
        label={heading}
        value={stored}
        error={error}
        data={[{ value: '', label: '–' }, ...known, ...choices.map((choice) => ({ value: choice, label: choice }))]}
        onChange={(event) => save(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={heading}
      value={typed}
      error={error}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => save(typed)}
      onKeyDown={(event) => event.key === 'Enter' && save(typed)}
    />
  )
}

/** Errors of what has no column here stand as text. */
const OtherErrors = ({ draft, columns }: Pick<RowProps, 'draft' | 'columns'>) =>
  Object.entries(draft.verdict.errors)
    .filter(([key]) => !columns.some((column) => column.key === key))
    .map(([key, messages]) => (
      <p key={key} className="sh-bad sh-flush">
        {messages.join(' ')}
      </p>
    ))

const StateChip = ({ draft, run: { repeated } }: Pick<RowProps, 'draft' | 'run'>) => {
  if (hasErrors(draft))
    return (
      <StatusChip tone="negative" icon="cross">
        Fehler
      </StatusChip>
    )
  return isDoubtful(draft, repeated) ? (
    <StatusChip tone="attention" icon="alert">
      mögliche Dublette
    </StatusChip>
  ) : (
    <StatusChip tone="positive" icon="check">
      neu
    </StatusChip>
  )
}

const DuplicateLines = ({ draft, run: { repeated } }: Pick<RowProps, 'draft' | 'run'>) => {
  const earlier = repeated.get(draft.line)
  return (
    <>
      {draft.verdict.duplicates.map(({ id, number, school_year }) => (
        <p key={id} className="sh-quiet sh-flush">
          Schon da: <Link to={paths.registration(id)} target="_blank">{`${number} (${school_year})`}</Link>
        </p>
      ))}
      {earlier !== undefined && <p className="sh-quiet sh-flush">{`Dieses Kind steht schon in Zeile ${earlier}.`}</p>}
    </>
  )
}

/** A row of the file: what it would become, what is wrong with it, and its cells to correct. */
const RegistrationImportRowCard = ({ draft, columns, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  // What was wrong stays in its place while it is being corrected.
  const [wrong, setWrong] = useState<readonly string[]>([])
  const added = Object.keys(draft.verdict.errors).filter((key) => !wrong.includes(key))
  if (added.length > 0) setWrong([...wrong, ...added])
  const shown = columns.filter(({ key }) => isOpen || wrong.includes(key))
  const name = draftName(draft)
  return (
    <li className="sh-padded-3 sh-grid sh-gap-2 sh-rule-above">
      <div className="sh-row sh-breaks sh-spread sh-gap-2">
        <Checkbox
          label={
            <>
              <span className="sh-quiet sh-flush">{`Zeile ${draft.line}`}</span> <strong>{name}</strong>{' '}
              <span className="sh-figures">{draft.cells['meta.child_birthdate'] ?? ''}</span>
            </>
          }
          checked={isTaken(draft, run.repeated)}
          disabled={hasErrors(draft)}
          onChange={(event) => run.wish(draft.line, event.currentTarget.checked)}
        />
        <span className="sh-row sh-gap-3">
          <StateChip draft={draft} run={run} />
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Weniger' : 'Alle Angaben'}: ${name}, Zeile ${draft.line}`}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Weniger' : 'Alle Angaben'}
          </Button>
        </span>
      </div>
      <DuplicateLines draft={draft} run={run} />
      <OtherErrors draft={draft} columns={columns} />
      {shown.length > 0 && (
        <div className={`sh-grid sh-gap-3 ${classes.cells}`}>
          {shown.map((column) => (
            <ImportCell key={column.key} draft={draft} column={column} run={run} />
          ))}
        </div>
      )}
    </li>
  )
}

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
