import { Checkbox, NativeSelect, Text, TextInput } from '@mantine/core'
import { fullName, listName } from '#contract/person-names.ts'
import { EXIT_REASON_LABELS } from '#contract/pupils/pupils.ts'
import {
  LEAVING_REASONS,
  NEXT_SCHOOL_MAX,
  OPEN_CLASS,
  ROLLOVER_DECISION_LABELS,
  type RolloverDecision,
  type RolloverPupil,
  type RolloverReport,
} from '#contract/rollovers/rollovers.ts'
import { compareTexts } from '#contract/text-order.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import type { RowSelection } from '#web/lists/data-table-props.ts'
import { SearchField } from '#web/lists/SearchField.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { OTHER_ROWS, tableState } from '#web/lists/table-state.ts'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { RolloverBulkCard } from './RolloverBulkCard.tsx'
import {
  choiceOf,
  choosePupil,
  decisionsFor,
  exceptionsIn,
  isFixed,
  PUPIL_FILTERS,
  shownPupils,
  staysInClass,
  targetsFor,
  targetWish,
} from './rollover-plan.ts'
import { decisionText, destinationText, reasonText, STAYS, UNDECIDED } from './rollover-texts.ts'
import classes from './rollovers.module.css'
import type { Rollover } from './use-rollover.ts'

interface FieldProps {
  pupil: RolloverPupil
  rollover: Rollover
}

/** The target of a select while the class is open. */
const OPEN = 'open'

/** The value of a select while nobody has decided. */
const OPEN_DECISION = ''

const decisionOptions = (pupil: RolloverPupil) => [
  ...(pupil.proposed === null ? [{ value: OPEN_DECISION, label: UNDECIDED }] : []),
  ...decisionsFor(pupil).map((one) => ({ value: one as string, label: ROLLOVER_DECISION_LABELS[one] })),
]

/** What becomes of one pupil, and why who leaves does. */
const RolloverPupilField = ({ pupil, rollover }: FieldProps) => {
  if (isFixed(pupil)) return decisionText(pupil)
  const { pupil_id, decision, exit_reason } = pupil
  const name = fullName(pupil)
  const next_school = choiceOf(rollover.choices, pupil_id)?.next_school
  const choose = (wish: Parameters<typeof choosePupil>[2]) =>
    rollover.choose(choosePupil(rollover.choices, pupil, wish))
  return (
    <span className={`sh-wrap sh-gap-2 ${classes.fields}`}>
      <NativeSelect
        className={classes.decision ?? ''}
        aria-label={`Was geschieht mit ${name}`}
        data={decisionOptions(pupil)}
        value={decision ?? OPEN_DECISION}
        onChange={({ currentTarget: { value } }) =>
          choose(value === OPEN_DECISION ? undefined : { decision: value as RolloverDecision })
        }
      />
      {decision === 'leave' && (
        <NativeSelect
          aria-label={`Grund bei ${name}`}
          data={LEAVING_REASONS.map((one) => ({ value: one, label: EXIT_REASON_LABELS[one] }))}
          value={exit_reason ?? 'other'}
          onChange={({ currentTarget: { value } }) =>
            choose({ decision, exit_reason: value as (typeof LEAVING_REASONS)[number], next_school })
          }
        />
      )}
    </span>
  )
}

const NEXT_SCHOOLS = 'rollover-next-schools'

/** Names of schools that stand in the report already. */
const NextSchoolOptions = ({ report }: { report: RolloverReport }) => (
  <datalist id={NEXT_SCHOOLS}>
    {[...new Set(report.pupils.flatMap(({ next_school }) => next_school ?? []))].sort(compareTexts).map((name) => (
      <option key={name} value={name} />
    ))}
  </datalist>
)
/** The school a leaver goes to; taken when the field is left, so that not every letter is rehearsed. */
const NextSchoolField = ({ pupil, rollover }: FieldProps) => {
  const { pupil_id, decision } = pupil
  if (decision === null) return null
  const shown = pupil.next_school ?? ''
  const take = (next_school: string) => {
    if (next_school.trim() === shown) return
    const exit_reason = choiceOf(rollover.choices, pupil_id)?.exit_reason
    rollover.choose(choosePupil(rollover.choices, pupil, { decision, exit_reason, next_school }))
  }
  return (
    <TextInput
      // Also what another way changes, such as a step back, shows.
      key={shown}
      className={classes.target ?? ''}
      aria-label={`Neue Schule von ${fullName(pupil)}`}
      placeholder="Neue Schule"
      autoComplete="off"
      list={NEXT_SCHOOLS}
      maxLength={NEXT_SCHOOL_MAX}
      defaultValue={shown}
      onBlur={(event) => take(event.currentTarget.value)}
    />
  )
}

/** Which class or school one pupil goes to; back to the class of the others is no choice of its own. */
const RolloverTargetField = ({ pupil, report, rollover }: FieldProps & { report: RolloverReport }) => {
  const { decision, to_grade, target } = pupil
  if (isFixed(pupil)) return destinationText(pupil)
  if (decision === 'leave') return <NextSchoolField pupil={pupil} rollover={rollover} />
  if (decision === null || to_grade === null) return destinationText(pupil)
  const change = (wanted: string) =>
    rollover.choose(choosePupil(rollover.choices, pupil, targetWish(report, pupil, wanted)))
  return (
    <NativeSelect
      className={classes.target ?? ''}
      aria-label={`Klasse im neuen Schuljahr für ${fullName(pupil)}`}
      data={[
        ...targetsFor(report, to_grade).map((one) => ({ value: one.target, label: one.label })),
        { value: OPEN, label: OPEN_CLASS },
      ]}
      value={target ?? OPEN}
      data-open={target === OPEN || target === null}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}

const IS_ON = '1'
const PER_PAGE = 50
/** A card of a phone is several rows high. */
const PER_PAGE_NARROW = 10

interface CardProps {
  report: RolloverReport
  rollover: Rollover
}

/** Why not simply into the next class, unless the field beside it says so. */
const Reason = ({ pupil }: { pupil: RolloverPupil }) => {
  const reason = pupil.reason === 'class_open' ? '' : reasonText(pupil)
  const text = staysInClass(pupil) ? STAYS : reason
  return text !== '' && <span className="sh-quiet sh-small sh-wraps sh-block">{text}</span>
}

const columnsFor = ({ report, rollover }: CardProps, search: string): TableColumn<RolloverPupil>[] => [
  {
    key: 'name',
    title: 'Name',
    render: (pupil) => (
      <span className="sh-bold">
        <MarkedText text={listName(pupil)} search={search} />
      </span>
    ),
  },
  { key: 'from', title: 'Klasse jetzt', render: ({ from_class }) => from_class ?? '–' },
  {
    key: 'decision',
    title: 'Was geschieht',
    render: (pupil) => <RolloverPupilField pupil={pupil} rollover={rollover} />,
  },
  {
    key: 'target',
    title: 'Neue Klasse oder Schule',
    render: (pupil) => (
      <>
        <RolloverTargetField pupil={pupil} report={report} rollover={rollover} />
        <Reason pupil={pupil} />
      </>
    ),
  },
]

/** Step 3 (domain §3.4): who does not go with the class; all pupils, or only these. */
export const RolloverPupilsCard = ({ report, rollover }: CardProps) => {
  const isNarrow = useNarrow()
  const state = tableState(useUrlSearch(), {
    sort: 'name',
    perPage: isNarrow ? PER_PAGE_NARROW : PER_PAGE,
    filters: PUPIL_FILTERS,
  })
  const chosen = useChosenIds()
  const found = shownPupils(report.pupils, rollover.choices, state)
  const { page, perPage, filters } = state
  const rows = perPage === 0 ? found : found.slice((page - 1) * perPage, page * perPage)
  const ids = new Set(chosen.ids)
  const selection: RowSelection<RolloverPupil> = {
    isChosen: ({ pupil_id }) => ids.has(pupil_id),
    onChoose: (some, isChosen) =>
      chosen.onChoose(
        some.map(({ pupil_id: id }) => ({ id })),
        isChosen,
      ),
    nameOf: listName,
  }
  const filter = (name: (typeof PUPIL_FILTERS)[number], label: string) => (
    <Checkbox
      className="sh-line"
      label={label}
      checked={filters[name] === IS_ON}
      onChange={(event) => state.setFilter(name, event.currentTarget.checked ? IS_ON : undefined)}
    />
  )
  return (
    <>
      <TitledCard id="rollover-pupils" title="Welche Kinder gehen einen anderen Weg?" gap="xs">
        <Text mb="md">
          Wählen Sie für ein Kind, was geschieht, oder kreuzen Sie mehrere an und ordnen Sie sie zugleich einer Klasse
          zu. Alle anderen gehen mit ihrer Klasse.
        </Text>
        <NextSchoolOptions report={report} />
        <div className={classes.pupils}>
          <DataTable<RolloverPupil>
            name="rollover-pupils"
            caption="Kinder im Schuljahreswechsel"
            columns={columnsFor({ report, rollover }, state.search)}
            rowKey={({ pupil_id }) => pupil_id}
            state={state}
            rows={rows}
            total={found.length}
            isFetching={false}
            selection={selection}
            rowOptions={OTHER_ROWS}
            empty={<EmptyState title={`Im Schuljahr ${report.from_year.name} ist niemand einer Klasse zugeordnet.`} />}
            toolbar={
              <>
                <SearchField
                  label="Kind suchen"
                  placeholder="Name, Klasse …"
                  value={state.search}
                  onSearch={state.setSearch}
                />
                {filter('ausnahmen', `nur Ausnahmen (${exceptionsIn(report.pupils, rollover.choices).size})`)}
                {report.counts.undecided > 0 && filter('unentschieden', `${UNDECIDED} (${report.counts.undecided})`)}
                {filter(
                  'offen',
                  `ohne Klasse (${report.pupils.filter(({ reason }) => reason === 'class_open').length})`,
                )}
              </>
            }
          />
        </div>
      </TitledCard>
      <RolloverBulkCard
        report={report}
        choices={rollover.choices}
        pupils={report.pupils.filter(selection.isChosen)}
        onChoose={(next) => {
          rollover.choose(next)
          chosen.clear()
        }}
        onClear={chosen.clear}
      />
    </>
  )
}
