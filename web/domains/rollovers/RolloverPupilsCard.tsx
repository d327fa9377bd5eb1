import { Card, Checkbox, Text, Title } from '@mantine/core'
import { listName } from '#contract/person-names.ts'
import type { RolloverPupil, RolloverReport } from '#contract/rollovers/rollovers.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { SearchField } from '#web/lists/SearchField.tsx'
import type { TableColumn } from '#web/lists/table-columns.ts'
import { OTHER_ROWS, tableState } from '#web/lists/table-state.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { MarkedText } from '#web/ui/MarkedText.tsx'
import { NextSchoolOptions, RolloverPupilField, RolloverTargetField } from './RolloverPupilField.tsx'
import { exceptionsIn, PUPIL_FILTERS, shownPupils } from './rollover-plan.ts'
import { reasonText, UNDECIDED } from './rollover-texts.ts'
import classes from './rollovers.module.css'
import type { Rollover } from './use-rollover.ts'

const IS_ON = '1'
const PER_PAGE = 50

interface CardProps {
  report: RolloverReport
  rollover: Rollover
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
    render: (pupil) => <RolloverTargetField pupil={pupil} report={report} rollover={rollover} />,
  },
  { key: 'reason', title: 'Hinweis', render: (pupil) => reasonText(pupil) },
]

/** Step 3 (domain §3.4): who does not go with the class; all pupils, or only these. */
export const RolloverPupilsCard = ({ report, rollover }: CardProps) => {
  const state = tableState(useUrlSearch(), { sort: 'name', perPage: PER_PAGE, filters: PUPIL_FILTERS })
  const found = shownPupils(report.pupils, rollover.choices, state)
  const { page, perPage, filters } = state
  const rows = perPage === 0 ? found : found.slice((page - 1) * perPage, page * perPage)
  const filter = (name: (typeof PUPIL_FILTERS)[number], label: string) => (
    <Checkbox
      className={`sh-line ${classes.filter}`}
      label={label}
      checked={filters[name] === IS_ON}
      onChange={(event) => state.setFilter(name, event.currentTarget.checked ? IS_ON : undefined)}
    />
  )
  return (
    <Card component="section" aria-labelledby="rollover-pupils">
      <Title order={2} id="rollover-pupils" mb="xs">
        Welche Kinder gehen einen anderen Weg?
      </Title>
      <Text mb="md" maw="70ch">
        Suchen Sie nach dem Namen und wählen Sie, was geschieht: wiederholen, überspringen, die Schule verlassen oder
        eine andere Klasse. Alle anderen gehen mit ihrer Klasse. Bei Kindern, die gehen, können Sie die neue Schule
        eintragen.
      </Text>
      <NextSchoolOptions report={report} />
      <DataTable<RolloverPupil>
        name="rollover-pupils"
        caption="Kinder im Schuljahreswechsel"
        columns={columnsFor({ report, rollover }, state.search)}
        rowKey={({ pupil_id }) => pupil_id}
        state={state}
        rows={rows}
        total={found.length}
        isFetching={false}
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
            {filter('offen', `ohne Klasse (${report.pupils.filter(({ reason }) => reason === 'class_open').length})`)}
          </>
        }
      />
    </Card>
  )
}
