import {
  type RegistrationStats,
  STAT_STATUS_LABELS,
  STAT_STATUSES,
  type StatCounts,
} from '#contract/registrationstats/registrationstats.ts'
import { type PlainColumn, PlainTable } from '#web/lists/PlainTable.tsx'
import classes from './RegistrationStats.module.css'
import { type BarLine, ChartOrTableCard, StatusBars } from './StatusBarsCard.tsx'
import { decidedAnswer } from './stats-answers.ts'

type CountsRow = BarLine & { counts: StatCounts }

interface CountsTableProps {
  caption: string
  /** What the rows are. */
  head: string
  rows: readonly CountsRow[]
  hasPlaces?: boolean
  beforeName: string | undefined
}

/** More accepted than there are places is said in words, not in colour alone. */
const placesText = ({ places, counts }: CountsRow) => {
  if (typeof places !== 'number') return '–'
  return counts.accepted > places ? `${places} (überbelegt)` : places
}

const figure = (title: string, cell: (row: CountsRow) => number | string): PlainColumn<CountsRow> => ({
  title,
  align: 'end',
  cell,
  cellProps: (row) => ({ className: `sh-figures ${classes.figure}`, 'data-none': cell(row) === 0 }),
})

/** Numbers by status; on a phone each row is a block of its own. */
export const CountsTable = ({ caption, head, rows, hasPlaces = false, beforeName }: CountsTableProps) => (
  <PlainTable
    caption={caption}
    className={classes.counts ?? ''}
    isStacked
    rows={rows}
    rowKey={({ key }) => key}
    columns={[
      { title: head, isName: true, cell: ({ name }) => name },
      ...STAT_STATUSES.map((status) => figure(STAT_STATUS_LABELS[status], ({ counts }) => counts[status])),
      figure('Gesamt', ({ counts }) => String(counts.total)),
      ...(hasPlaces ? [figure('Plätze', placesText)] : []),
      ...(beforeName ? [{ ...figure(beforeName, ({ before }) => before), label: `Gesamt ${beforeName}` }] : []),
    ]}
  />
)

/** For deleted applications only status and month are known, not whether they became pupils (domain §5.2). */
const transformedText = (transformed: number, tallied: number) =>
  `davon schon übernommen: ${transformed}${tallied > 0 ? ' (ohne die nur noch gezählten)' : ''}`

/** How many are in which status, beside the year before. */
export const StatusCountsCard = ({ stats }: { stats: RegistrationStats }) => {
  const { schoolyear, before, counts, counts_before, transformed, tallied } = stats
  const lines = STAT_STATUSES.map((key) => ({
    key,
    name: STAT_STATUS_LABELS[key],
    counts: { total: counts[key], [key]: counts[key] },
    before: counts_before[key],
  }))
  const numbers = (title: string, of: StatCounts): PlainColumn<{ key: keyof StatCounts }> => ({
    title,
    align: 'end',
    cell: ({ key }) => of[key],
    cellProps: () => ({ className: 'sh-figures' }),
  })
  return (
    <ChartOrTableCard
      id="stats-status"
      title="Wie ist entschieden?"
      answer={decidedAnswer(stats)}
      chart={<StatusBars lines={lines} beforeName={before?.name} />}
      table={
        <PlainTable
          caption="Bewerbungen nach Status"
          className={`sh-above-3 ${classes.narrow}`}
          rows={[...STAT_STATUSES, 'total' as const].map((key) => ({ key }))}
          rowKey={({ key }) => key}
          columns={[
            {
              title: 'Status',
              isName: true,
              cell: ({ key }) => (
                <>
                  {key === 'total' ? 'Gesamt' : STAT_STATUS_LABELS[key]}
                  {key === 'accepted' && transformed > 0 && (
                    <span className="sh-quiet sh-small sh-regular sh-block">
                      {transformedText(transformed, tallied)}
                    </span>
                  )}
                </>
              ),
            },
            numbers(schoolyear.name, counts),
            ...(before ? [numbers(before.name, counts_before)] : []),
          ]}
        />
      }
    />
  )
}
