import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import classes from '#web/domains/registrations/registrations.module.css'
import { paths } from '#web/paths.ts'
import { StatusChip } from '#web/ui/StatusChip.tsx'
import { draftName, hasErrors, type ImportDraft, isDoubtful, isTaken } from './registration-import-rows.ts'
import type { RegistrationImport } from './use-registration-import.ts'

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
export const RegistrationImportRowCard = ({ draft, columns, run }: RowProps) => {
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
