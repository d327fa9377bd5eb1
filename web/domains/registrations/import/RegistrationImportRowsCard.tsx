import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import { columnLabel } from '#contract/registrations/registrations.import-columns.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { paths } from '#web/paths.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { StatusChip, type StatusLook } from '#web/ui/StatusChip.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import {
  draftName,
  faultsText,
  hasErrors,
  type ImportDraft,
  isDoubtful,
  isTaken,
  leftText,
  missingInAll,
} from './import-drafts.ts'
import { isForAllRows, linesByPerson, type RegistrationImport } from './use-registration-import.ts'

const SHOWN_AT_ONCE = 50
/** A row with more faults than this is one line until somebody opens it. */
const FAULTS_IN_SIGHT = 3

/** How a row stands, in its chip and as a part of the list. */
const PARTS = {
  wrong: { label: 'Fehler', text: 'Fehler', tone: 'negative', icon: 'cross' },
  doubtful: { label: 'Dubletten', text: 'mögliche Dublette', tone: 'attention', icon: 'alert' },
  good: { label: 'Neu', text: 'neu', tone: 'positive', icon: 'check' },
} satisfies Record<string, StatusLook & { label: string; text: string }>
type Part = keyof typeof PARTS

const partOf = (draft: ImportDraft, repeated: RegistrationImport['repeated']): Part => {
  if (hasErrors(draft)) return 'wrong'
  return isDoubtful(draft, repeated) ? 'doubtful' : 'good'
}

interface RowProps {
  draft: ImportDraft
  columns: RegistrationFile['columns']
  run: RegistrationImport
}

/** One cell; what is typed counts once the field is left. */
const ImportCell = ({ draft, column, run }: Omit<RowProps, 'columns'> & { column: RowProps['columns'][number] }) => {
  const { key, heading, choices } = column
  const stored = draft.cells[key] ?? ''
  const [typed, setTyped] = useState(stored)
  // The check can understand a cell in another way: „Birkenweg 4“ loses its number.
  const [seen, setSeen] = useState(stored)
  if (seen !== stored) {
    setSeen(stored)
    setTyped(stored)
  }
  const [isTouched, setTouched] = useState(false)
  // What nobody has filled in yet is no mistake: the row says how many there are.
  const error = stored === '' && !isTouched ? undefined : draft.verdict.errors[key]?.[0]
  const save = (text: string) => text !== stored && void run.correct(draft.line, key, text)
  if (choices) {
    const known = stored === '' || choices.includes(stored) ? [] : [stored]
    return (
      <NativeSelect
        label={columnLabel(heading)}
        value={stored}
        error={error}
        data={[{ value: '', label: '–' }, ...known, ...choices]}
        onChange={(event) => save(event.currentTarget.value)}
        onBlur={() => setTouched(true)}
      />
    )
  }
  return (
    <TextInput
      label={columnLabel(heading)}
      value={typed}
      error={error}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setTouched(true)
        save(typed)
      }}
      onKeyDown={(event) => event.key === 'Enter' && save(typed)}
    />
  )
}

/** Where the child is already, and errors of what has no column here. */
const RowNotes = ({ draft, columns, run }: RowProps) => {
  const earlier = run.repeated.get(draft.line)
  const others = Object.entries(draft.verdict.errors).filter(([key]) => !columns.some((column) => column.key === key))
  return (
    <>
      {draft.verdict.duplicates.map(({ id, number, school_year }) => (
        <p key={id} className="sh-quiet sh-flush">
          Schon da: <Link to={paths.registration(id)} target="_blank">{`${number} (${school_year})`}</Link>
        </p>
      ))}
      {earlier !== undefined && <p className="sh-quiet sh-flush">{`Dieses Kind steht schon in Zeile ${earlier}.`}</p>}
      {others.map(([key, messages]) => (
        <p key={key} className="sh-bad sh-flush">
          {messages.join(' ')}
        </p>
      ))}
    </>
  )
}

/** A row of the file: what it would become, what is wrong with it, and its cells to correct. */
const ImportRow = ({ draft, columns, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const [isMending, setMending] = useState(false)
  // What was wrong stays in its place while it is being corrected.
  const [wrong, setWrong] = useState<readonly string[]>([])
  const added = Object.keys(draft.verdict.errors).filter((key) => !wrong.includes(key))
  if (added.length > 0) setWrong([...wrong, ...added])
  const isFolded = wrong.length > FAULTS_IN_SIGHT && !isMending
  const shown = columns.filter(({ key }) => isOpen || (wrong.includes(key) && !isFolded))
  const name = draftName(draft)
  const { text, ...look } = PARTS[partOf(draft, run.repeated)]
  const toggle = isOpen ? 'Weniger' : 'Alle Angaben'
  return (
    <li className="sh-padded-3 sh-grid sh-gap-2 sh-rule-above">
      <div className="sh-row sh-breaks sh-spread sh-gap-2">
        <Checkbox
          label={
            <>
              <span className="sh-quiet">{`Zeile ${draft.line}`}</span> <strong>{name}</strong>{' '}
              <span className="sh-figures">{draft.cells['meta.child_birthdate'] ?? ''}</span>
            </>
          }
          checked={isTaken(draft, run.repeated)}
          disabled={hasErrors(draft)}
          onChange={(event) => run.wish(draft.line, event.currentTarget.checked)}
        />
        <span className="sh-wrap sh-gap-3">
          <StatusChip {...look}>{hasErrors(draft) ? faultsText(draft) : text}</StatusChip>
          {isFolded && (
            <Button
              variant="default"
              size="compact-sm"
              aria-label={`Ergänzen: ${name}, Zeile ${draft.line}`}
              onClick={() => setMending(true)}
            >
              Ergänzen
            </Button>
          )}
          {!isFolded && (
            <Button
              variant="default"
              size="compact-sm"
              aria-expanded={isOpen}
              aria-label={`${toggle}: ${name}, Zeile ${draft.line}`}
              onClick={() => setOpen(!isOpen)}
            >
              {toggle}
            </Button>
          )}
        </span>
      </div>
      <RowNotes draft={draft} columns={columns} run={run} />
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

const LEFT_ID = 'import-left'
const MAILS = ['contacts.0.mail', 'contacts.1.mail']

const TakeOver = ({ run }: { run: RegistrationImport }) => {
  const [sendsOptin, setSendsOptin] = useState(false)
  const count = run.taken.length
  const left = leftText(run.drafts ?? [], run.repeated)
  const hasMail = (run.drafts ?? []).some(({ cells }) => MAILS.some((key) => cells[key]))
  return (
    <Stack gap="sm">
      <Checkbox
        label="Die Familien jetzt bitten, ihre E-Mail-Adresse zu bestätigen"
        description={
          hasMail
            ? 'Sonst geht keine E-Mail hinaus; die Bitte lässt sich später bei jeder Bewerbung verschicken.'
            : 'Keine dieser Zeilen hat eine E-Mail-Adresse.'
        }
        disabled={!hasMail}
        checked={sendsOptin && hasMail}
        onChange={(event) => setSendsOptin(event.currentTarget.checked)}
      />
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
          onClick={() => void run.takeOver(sendsOptin && hasMail)}
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

/** Step 3: every row with what is wrong with it, and what is taken over. */
export const RegistrationImportRowsCard = ({
  run,
  drafts,
  columns,
  onUnfold,
}: Omit<RowProps, 'draft'> & { drafts: readonly ImportDraft[]; onUnfold: () => void }) => {
  const [part, setPart] = useState<Part | 'all'>('all')
  const [limit, setLimit] = useState(SHOWN_AT_ONCE)
  const byPart = { ...Object.groupBy(drafts, (draft) => partOf(draft, run.repeated)), all: drafts }
  const countOf = (value: Part | 'all') => byPart[value]?.length ?? 0
  const rows = byPart[part] ?? []
  const missing = missingInAll(drafts, columns)
  const shared = missing.filter(isForAllRows).map(({ heading }) => columnLabel(heading))
  return (
    <TitledCard id="import-rows" title="Zeilen prüfen und übernehmen" gap="xs">
      <Stack gap="md">
        <Text c="dimmed">
          Diese Zeilen sind noch nicht gespeichert. Felder mit Fehlern lassen sich hier verbessern; mögliche Dubletten
          werden nur mit Häkchen übernommen.
        </Text>
        <TabPicker<Part | 'all'>
          label="Welche Zeilen"
          options={[
            { value: 'all', label: 'Alle', count: countOf('all') },
            ...(['wrong', 'doubtful', 'good'] as const).map((value) => ({
              value,
              label: PARTS[value].label,
              count: countOf(value),
            })),
          ]}
          chosen={part}
          onChoose={setPart}
        />
        {missing.length > 0 && (
          <Alert color="yellow">
            <p className="sh-flush sh-below-2">In allen Zeilen fehlen:</p>
            <ul className="sh-bullets">
              {linesByPerson(missing).map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
            {shared.length > 0 && (
              <div className="sh-wrap sh-above-3 sh-gap-3 sh-rows-1">
                <Button variant="default" size="compact-md" onClick={onUnfold}>
                  Für alle Zeilen angeben
                </Button>
                {shared.length < missing.length && (
                  <span className="sh-small">{`Das geht für: ${shared.join(', ')}`}</span>
                )}
              </div>
            )}
          </Alert>
        )}
        {rows.length === 0 && <EmptyState title="Keine solche Zeile." />}
        <ul className="sh-plain-list" aria-label="Zeilen der Datei">
          {rows.slice(0, limit).map((draft) => (
            <ImportRow key={draft.line} draft={draft} columns={columns} run={run} />
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
    </TitledCard>
  )
}
