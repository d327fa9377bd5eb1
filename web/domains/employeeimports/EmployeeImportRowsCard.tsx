import { Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import {
  EMPLOYEE_IMPORT_LABELS,
  type EmployeeImportKey,
  importChoices,
} from '#contract/employeeimports/employeeimports.columns.ts'
import type { EmployeeFinding } from '#contract/employeeimports/employeeimports.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { listName } from '#contract/person-names.ts'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import {
  type DraftState,
  draftName,
  type EmployeeDraft,
  isFixed,
  isTaken,
  leftText,
  stateOf,
} from './employee-drafts.ts'
import classes from './employeeimports.module.css'
import type { EmployeeImport } from './use-employee-import.ts'

/** How a row stands, in its chip and as a part of the list. */
const STATES: Record<DraftState, StatusLook & { label: string; text: string }> = {
  wrong: { label: 'Fehler', text: 'Fehler', tone: 'negative', icon: 'cross' },
  doubtful: { label: 'Dubletten', text: 'mögliche Dublette', tone: 'attention', icon: 'alert' },
  here: { label: 'Schon da', text: 'schon da', tone: 'neutral', icon: 'dot' },
  good: { label: 'Neu', text: 'neu', tone: 'positive', icon: 'check' },
}
const STATE_ORDER = ['wrong', 'doubtful', 'here', 'good'] as const

interface RowProps {
  draft: EmployeeDraft
  keys: readonly EmployeeImportKey[]
  run: EmployeeImport
}

/** One cell; what is typed counts once the field is left. */
const ImportCell = ({ draft, cellKey: key, run }: Omit<RowProps, 'keys'> & { cellKey: EmployeeImportKey }) => {
  const stored = draft.cells[key] ?? ''
  const [typed, setTyped] = useState(stored)
  const label = EMPLOYEE_IMPORT_LABELS[key]
  const error = draft.finding.errors[key]?.join(' ')
  const choices = importChoices(key)
  const save = (text: string) => text !== stored && void run.correct(draft.line, key, text)
  if (choices) {
    const unknown = stored === '' || choices.includes(stored) ? [] : [stored]
    return (
      <NativeSelect
        label={label}
        value={stored}
        error={error}
        data={[{ value: '', label: '–' }, ...unknown, ...choices]}
        onChange={(event) => save(event.currentTarget.value)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      value={typed}
      error={error}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => save(typed)}
      onKeyDown={(event) => event.key === 'Enter' && save(typed)}
    />
  )
}

type Colleague = EmployeeFinding['duplicates'][number]

const LINES: readonly { key: EmployeeImportKey; of: (one: Colleague) => string | null }[] = [
  { key: 'short_name', of: ({ short_name }) => short_name },
  { key: 'employee_type', of: ({ employee_type }) => EMPLOYEE_TYPE_LABELS[employee_type] },
  { key: 'mail', of: ({ mail }) => mail },
]

/** The row beside those who are here already. */
const Comparison = ({ draft: { cells, finding, line } }: Pick<RowProps, 'draft'>) => (
  <PlainTable
    caption={`Vergleich mit Zeile ${line}`}
    isStacked
    columns={[
      { title: 'Angabe', isName: true, cell: ({ key }) => EMPLOYEE_IMPORT_LABELS[key] },
      { title: 'In der Datei', cell: ({ key }) => cells[key] || '–' },
      ...finding.duplicates.map((one) => ({
        key: String(one.id),
        title: `Schon eingetragen: ${listName(one)}`,
        head: (
          <>
            Schon eingetragen:{' '}
            <Link to={paths.employee(one.id)} target="_blank">
              {listName(one)}
            </Link>
            {one.active ? '' : ' (ausgeschieden)'}
          </>
        ),
        cell: ({ of }: (typeof LINES)[number]) => of(one) ?? '–',
      })),
    ]}
    rows={LINES}
    rowKey={({ key }) => key}
  />
)

/** A row of the file: what it would become, what is wrong with it, and its cells to correct. */
const ImportRow = ({ draft, keys, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  // What was wrong stays in its place while it is being corrected.
  const [wrong, setWrong] = useState<readonly string[]>([])
  const { errors, duplicates, repeats, is_here } = draft.finding
  const added = is_here ? [] : Object.keys(errors).filter((key) => !wrong.includes(key))
  if (added.length > 0) setWrong([...wrong, ...added])
  const shown = keys.filter((key) => !is_here && (isOpen || wrong.includes(key)))
  const others = is_here ? [] : Object.entries(errors).filter(([key]) => !(keys as readonly string[]).includes(key))
  const name = draftName(draft)
  const { text, ...look } = STATES[stateOf(draft)]
  const closed = is_here ? 'Vergleichen' : 'Alle Angaben'
  const toggle = isOpen ? 'Weniger' : closed
  return (
    <li className="sh-padded-3 sh-grid sh-gap-2 sh-rule-above">
      <div className="sh-row sh-breaks sh-spread sh-gap-2">
        <Checkbox
          label={
            <>
              <span className="sh-quiet">{`Zeile ${draft.line}`}</span> <strong>{name}</strong> {draft.cells.short_name}
            </>
          }
          checked={isTaken(draft)}
          disabled={isFixed(draft)}
          onChange={(event) => run.wish(draft.line, event.currentTarget.checked)}
        />
        <span className="sh-wrap sh-gap-3">
          <StatusChip {...look}>{text}</StatusChip>
          <Button
            variant="default"
            size="compact-sm"
            aria-expanded={isOpen}
            aria-label={`${toggle}: ${name}, Zeile ${draft.line}`}
            onClick={() => setOpen(!isOpen)}
          >
            {toggle}
          </Button>
        </span>
      </div>
      {repeats !== null && <p className="sh-quiet sh-flush">{`Dieser Name steht schon in Zeile ${repeats}.`}</p>}
      {duplicates.length > 0 && (!is_here || isOpen) && <Comparison draft={draft} />}
      {others.map(([key, messages]) => (
        <p key={key} className="sh-bad sh-flush">
          {messages.join(' ')}
        </p>
      ))}
      {shown.length > 0 && (
        <div className={`sh-grid sh-gap-3 ${classes.cells}`}>
          {shown.map((key) => (
            <ImportCell key={key} draft={draft} cellKey={key} run={run} />
          ))}
        </div>
      )}
    </li>
  )
}

const LEFT_ID = 'import-left'

const TakeOver = ({ run }: { run: EmployeeImport }) => {
  const count = run.taken.length
  const left = leftText(run.drafts ?? [])
  return (
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
          onClick={() => void run.takeOver()}
        >
          {`${counted(count, 'Person', 'Personen')} anlegen`}
        </ActionButton>
        <Button variant="default" onClick={run.drop}>
          Verwerfen
        </Button>
      </Group>
    </Stack>
  )
}

/** Step 3: every row with what is wrong with it, and who is created. */
export const EmployeeImportRowsCard = ({
  run,
  drafts,
  keys,
}: Omit<RowProps, 'draft'> & { drafts: readonly EmployeeDraft[] }) => {
  const [part, setPart] = useState<DraftState | 'all'>('all')
  const byState = { ...Object.groupBy(drafts, stateOf), all: drafts }
  const rows = byState[part] ?? []
  return (
    <TitledCard id="import-rows" title="Zeilen prüfen und übernehmen" gap="xs">
      <Stack gap="md">
        <Text c="dimmed">
          Noch ist nichts gespeichert. Felder mit Fehlern lassen sich hier verbessern. Wer mit Name und Kürzel schon
          eingetragen ist, wird ausgelassen und bleibt unverändert; mögliche Dubletten werden nur mit Häkchen angelegt.
        </Text>
        <TabPicker<DraftState | 'all'>
          label="Welche Zeilen"
          options={[
            { value: 'all', label: 'Alle', count: drafts.length },
            ...STATE_ORDER.map((value) => ({
              value,
              label: STATES[value].label,
              count: byState[value]?.length ?? 0,
            })),
          ]}
          chosen={part}
          onChoose={setPart}
        />
        {rows.length === 0 && <EmptyState title="Keine solche Zeile." />}
        <ul className="sh-plain-list" aria-label="Zeilen der Datei">
          {rows.map((draft) => (
            <ImportRow key={draft.line} draft={draft} keys={keys} run={run} />
          ))}
        </ul>
        <TakeOver run={run} />
      </Stack>
    </TitledCard>
  )
}
