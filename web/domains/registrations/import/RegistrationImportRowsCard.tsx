import { Alert, Button, Checkbox, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import type { RegistrationFile } from '#contract/registrations/registrations.import.ts'
import { columnLabel } from '#contract/registrations/registrations.import-columns.ts'
import { ImportCellField } from '#web/imports/ImportCellField.tsx'
import { ImportRowItem, useWrongCells } from '#web/imports/ImportRowItem.tsx'
import { ImportRowsCard, TakeRows } from '#web/imports/ImportRowsCard.tsx'
import { paths } from '#web/paths.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'
import { draftName, faultsText, hasErrors, type ImportDraft, isDoubtful, isTaken, leftText } from './import-drafts.ts'
import { isForAllRows, linesByPerson, type RegistrationImport } from './use-registration-import.ts'

/** A row with more faults than this is one line until somebody opens it. */
const FAULTS_IN_SIGHT = 3

type Part = 'wrong' | 'doubtful' | 'good'

/** How a row stands, in its chip and as a part of the list. */
const PARTS: Record<Part, { label: string; text: string; look: StatusLook }> = {
  wrong: { label: 'Fehler', text: 'Fehler', look: { tone: 'negative', icon: 'cross' } },
  doubtful: { label: 'Dubletten', text: 'mögliche Dublette', look: { tone: 'attention', icon: 'alert' } },
  good: { label: 'Neu', text: 'neu', look: { tone: 'positive', icon: 'check' } },
}
const PART_LABELS = (['wrong', 'doubtful', 'good'] as const).map((value) => ({ value, label: PARTS[value].label }))

const partOf = (draft: ImportDraft, repeated: RegistrationImport['repeated']): Part => {
  if (hasErrors(draft)) return 'wrong'
  return isDoubtful(draft, repeated) ? 'doubtful' : 'good'
}

interface RowProps {
  draft: ImportDraft
  columns: RegistrationFile['columns']
  run: RegistrationImport
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

const ImportRow = ({ draft, columns, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const [isMending, setMending] = useState(false)
  const { errors } = draft.verdict
  const wrong = useWrongCells(errors)
  const isFolded = wrong.length > FAULTS_IN_SIGHT && !isMending
  const { text, look } = PARTS[partOf(draft, run.repeated)]
  return (
    <ImportRowItem
      line={draft.line}
      name={draftName(draft)}
      more={draft.cells['meta.child_birthdate'] ?? ''}
      isTaken={isTaken(draft, run.repeated)}
      isFixed={hasErrors(draft)}
      onWish={(wish) => run.wish(draft.line, wish)}
      state={{ look, text: hasErrors(draft) ? faultsText(draft) : text }}
      button={
        isFolded
          ? { text: 'Ergänzen', onPress: () => setMending(true) }
          : { text: isOpen ? 'Weniger' : 'Alle Angaben', isOpen, onPress: () => setOpen(!isOpen) }
      }
      notes={<RowNotes draft={draft} columns={columns} run={run} />}
      cells={columns
        .filter(({ key }) => isOpen || (wrong.includes(key) && !isFolded))
        .map(({ key, heading, choices }) => (
          <ImportCellField
            key={key}
            label={columnLabel(heading)}
            stored={draft.cells[key] ?? ''}
            error={errors[key]?.[0]}
            choices={choices}
            onSave={(typed) => void run.correct(draft.line, key, typed)}
            isBlankQuiet={wrong.length > FAULTS_IN_SIGHT || run.missing.some((column) => column.key === key)}
          />
        ))}
    />
  )
}

const MAILS = ['contacts.0.mail', 'contacts.1.mail']

const TakeOver = ({ run }: { run: RegistrationImport }) => {
  const [sendsOptin, setSendsOptin] = useState(false)
  const drafts = run.drafts ?? []
  const hasMail = drafts.some(({ cells }) => MAILS.some((key) => cells[key]))
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
      <TakeRows
        run={run}
        count={run.taken.length}
        text={`${counted(run.taken.length, 'Bewerbung', 'Bewerbungen')} übernehmen`}
        left={leftText(drafts, run.repeated)}
        onTake={() => void run.takeOver(sendsOptin && hasMail)}
      />
    </Stack>
  )
}

interface RowsProps extends Omit<RowProps, 'draft'> {
  drafts: readonly ImportDraft[]
  /** Leads to what can be answered for all rows. */
  onUnfold: () => void
}

const MissingInAll = ({ run: { missing }, onUnfold }: Pick<RowsProps, 'run' | 'onUnfold'>) => {
  const shared = missing.filter(isForAllRows).map(({ heading }) => columnLabel(heading))
  if (missing.length === 0) return null
  return (
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
          {shared.length < missing.length && <span className="sh-small">{`Das geht für: ${shared.join(', ')}`}</span>}
        </div>
      )}
    </Alert>
  )
}

/** Step 3: every row with what is wrong with it, and what is taken over. */
export const RegistrationImportRowsCard = ({ run, drafts, columns, onUnfold }: RowsProps) => (
  <ImportRowsCard
    intro="Diese Zeilen sind noch nicht gespeichert. Felder mit Fehlern lassen sich hier verbessern; mögliche Dubletten werden nur mit Häkchen übernommen."
    drafts={drafts}
    parts={PART_LABELS}
    partOf={(draft) => partOf(draft, run.repeated)}
    notice={<MissingInAll run={run} onUnfold={onUnfold} />}
    renderRow={(draft) => <ImportRow draft={draft} columns={columns} run={run} />}
  >
    <TakeOver run={run} />
  </ImportRowsCard>
)
