import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import {
  EMPLOYEE_IMPORT_LABELS,
  type EmployeeImportKey,
  importChoices,
} from '#contract/employeeimports/employeeimports.columns.ts'
import { EMPLOYEE_IMPORT_TEXTS, type EmployeeFinding } from '#contract/employeeimports/employeeimports.ts'
import { understoodAs } from '#contract/employeeimports/employeeimports.words.ts'
import { EMPLOYEE_TYPE_LABELS } from '#contract/employees/employee.record.ts'
import { listName } from '#contract/person-names.ts'
import { ImportCellField } from '#web/imports/ImportCellField.tsx'
import { ImportRowItem, useWrongCells } from '#web/imports/ImportRowItem.tsx'
import { ImportRowsCard, TakeRows } from '#web/imports/ImportRowsCard.tsx'
import { PlainTable } from '#web/lists/PlainTable.tsx'
import { paths } from '#web/paths.ts'
import type { StatusLook } from '#web/ui/StatusChip.tsx'
import {
  assumedKeys,
  classesText,
  type DraftState,
  draftName,
  type EmployeeDraft,
  isFixed,
  isTaken,
  leftText,
  stateOf,
} from './employee-drafts.ts'
import type { EmployeeImport } from './use-employee-import.ts'

/** How a row stands, in its chip and as a part of the list. */
const STATES: Record<DraftState, { label: string; text: string; look: StatusLook }> = {
  wrong: { label: 'Fehler', text: 'Fehler', look: { tone: 'negative', icon: 'cross' } },
  doubtful: { label: 'Dubletten', text: 'mögliche Dublette', look: { tone: 'attention', icon: 'alert' } },
  here: { label: 'Schon da', text: 'schon da', look: { tone: 'neutral', icon: 'dot' } },
  good: { label: 'Neu', text: 'neu', look: { tone: 'positive', icon: 'check' } },
}
const PARTS = (['wrong', 'doubtful', 'here', 'good'] as const).map((value) => ({ value, label: STATES[value].label }))

interface RowProps {
  draft: EmployeeDraft
  keys: readonly EmployeeImportKey[]
  run: EmployeeImport
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

const labelOf = (key: string) => EMPLOYEE_IMPORT_LABELS[key as EmployeeImportKey] ?? key

const RowNotes = ({ draft, keys, isOpen }: Omit<RowProps, 'run'> & { isOpen: boolean }) => {
  const { errors, duplicates, repeats, same_mail, is_here } = draft.finding
  const others = is_here ? [] : Object.entries(errors).filter(([key]) => !(keys as readonly string[]).includes(key))
  return (
    <>
      {repeats !== null && <p className="sh-quiet sh-flush">{`Dieser Name steht schon in Zeile ${repeats}.`}</p>}
      {same_mail.length > 0 && <p className="sh-quiet sh-flush">{EMPLOYEE_IMPORT_TEXTS.mailRepeated(same_mail)}</p>}
      {duplicates.length > 0 && (!is_here || isOpen) && <Comparison draft={draft} />}
      {others.map(([key, messages]) => (
        <p key={key} className="sh-bad sh-flush">
          {`${labelOf(key)}: ${messages.join(' ')}`}
        </p>
      ))}
    </>
  )
}

const NO_ERRORS = {}

const ImportRow = ({ draft, keys, run }: RowProps) => {
  const [isOpen, setOpen] = useState(false)
  const { errors, is_here } = draft.finding
  const wrong = useWrongCells(is_here ? NO_ERRORS : errors)
  const { text, look } = STATES[stateOf(draft)]
  const inSight = [...wrong, ...assumedKeys(draft)]
  const isProposed = draft.proposal !== undefined && draft.proposal === draft.cells.short_name
  const closed = is_here ? 'Vergleichen' : 'Alle Angaben'
  return (
    <ImportRowItem
      line={draft.line}
      name={draftName(draft)}
      more={[draft.cells.short_name, classesText(draft)].filter(Boolean).join(' · ')}
      isTaken={isTaken(draft)}
      isFixed={isFixed(draft)}
      onWish={(wish) => run.wish(draft.line, wish)}
      state={{ look, text }}
      button={{ text: isOpen ? 'Weniger' : closed, isOpen, onPress: () => setOpen(!isOpen) }}
      notes={<RowNotes draft={draft} keys={keys} isOpen={isOpen} />}
      cells={keys
        .filter((key) => !is_here && (isOpen || inSight.includes(key)))
        .map((key) => (
          <ImportCellField
            key={key}
            label={`${EMPLOYEE_IMPORT_LABELS[key]}${key === 'short_name' && isProposed ? ' (vorgeschlagen)' : ''}`}
            blank={key === 'class_function' ? 'ohne Angabe: zugeordnet' : undefined}
            stored={draft.cells[key] ?? ''}
            meaning={understoodAs(key, draft.cells[key] ?? '')}
            error={errors[key]?.join(' ')}
            choices={importChoices(key)}
            onSave={(text) => void run.correct(draft.line, key, text)}
          />
        ))}
    />
  )
}

/** Step 3: every row with what is wrong with it, and who is created. */
export const EmployeeImportRowsCard = ({
  run,
  drafts,
  keys,
}: Omit<RowProps, 'draft'> & { drafts: readonly EmployeeDraft[] }) => (
  <ImportRowsCard
    intro="Noch ist nichts gespeichert. Felder mit Fehlern und vorgeschlagene Kürzel lassen sich hier ändern. Wer mit Name und Kürzel schon eingetragen ist, wird ausgelassen und bleibt unverändert; mögliche Dubletten werden nur mit Häkchen angelegt."
    drafts={drafts}
    parts={PARTS}
    partOf={stateOf}
    renderRow={(draft) => <ImportRow draft={draft} keys={keys} run={run} />}
  >
    <TakeRows
      run={run}
      count={run.taken.length}
      text={`${counted(run.taken.length, 'Person', 'Personen')} anlegen`}
      left={leftText(drafts)}
      onTake={() => void run.takeOver()}
    />
  </ImportRowsCard>
)
