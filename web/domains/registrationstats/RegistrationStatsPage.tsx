import { Box, Card, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { counted } from '#contract/counted.ts'
import { monthName } from '#contract/dates.ts'
import {
  type RegistrationStats,
  registrationStatEndpoints,
  STAT_TABLE_LABELS,
  STAT_TABLES,
  type StatCounts,
} from '#contract/registrationstats/registrationstats.ts'
import { TABLE_FORMAT_LABELS, TABLE_FORMATS } from '#contract/table-formats.ts'
import { isAskedFor } from '#contract/waitlists/waitlists.ts'
import { ApiFailure, callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { ExportMenu } from '#web/lists/ExportMenu.tsx'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState, NotLoaded } from '#web/ui/EmptyState.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { linkTarget } from '#web/ui/link-target.ts'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { CountsTable, StatusCountsCard } from './CountsTable.tsx'
import classes from './RegistrationStats.module.css'
import { ChartOrTableCard, StatusBarsWithLegend } from './StatusBarsCard.tsx'
import { appliedFor, busiestMonth, namesOf, placesAnswer, placesOf, totalHint } from './stats-answers.ts'

const YEAR = 'schuljahr'

/** A year before in which nobody applied is nothing to compare with. */
const withoutEmptyYear = (stats: RegistrationStats) =>
  stats.counts_before.total === 0 ? { ...stats, before: null } : stats

/** Which year the address names and its numbers; without a name the server finds the year one can apply for. */
const useRegistrationStats = () => {
  const { get, set } = useUrlSearch()
  const wished = Number(get(YEAR))
  const school_year_id = Number.isSafeInteger(wished) && wished > 0 ? wished : undefined
  const stats = useQuery(
    queryFor(registrationStatEndpoints.get, { query: { school_year_id } }, { quiet: true, keepPrevious: true }),
  )
  return {
    stats: stats.data && withoutEmptyYear(stats.data),
    hasFailed: stats.isError,
    isUnknown: stats.error instanceof ApiFailure && stats.error.status === 404,
    retry: () => void stats.refetch(),
    choose: (id: string) => set({ [YEAR]: id }),
  }
}

const noun = (count: number) => counted(count, 'Bewerbung', 'Bewerbungen')

const talliedText = (tallied: number) =>
  `${noun(tallied)} davon ${tallied === 1 ? 'ist' : 'sind'} nach Ablauf der Frist gelöscht und nur noch gezählt.`

/** A number, what it counts and what it means. */
const Headline = ({
  figure,
  label,
  hint,
  to,
}: {
  figure: number
  label: string
  hint?: string | undefined
  to?: string
}) => (
  <Card component="li" className={classes.headline}>
    <strong className="sh-figures">{figure}</strong>
    {to ? <Link {...linkTarget(to)}>{label}</Link> : <span>{label}</span>}
    {hint && <span className="sh-quiet sh-small">{hint}</span>}
  </Card>
)

const listOf = ({ schoolyear }: RegistrationStats, status: string) =>
  `${paths.registrations}?school_year_id=${schoolyear.id}&status=${status}`

/** What one wants to know first: what is to decide, what is left, how many there are. */
const Headlines = ({ stats }: { stats: RegistrationStats }) => {
  const { counts, byGrade, transformed } = stats
  const offered = byGrade.filter(({ places }) => places !== null)
  const { isKnown, free, over } = placesOf(offered)
  return (
    <ul className={`sh-plain-list ${classes.headlines}`} aria-label="Auf einen Blick">
      <Headline figure={counts.new} label="zu entscheiden" to={listOf(stats, 'new')} />
      {isKnown && (
        <Headline
          figure={free}
          label={free === 1 ? 'Platz für Neue frei' : 'Plätze für Neue frei'}
          hint={over > 0 ? `anderswo ${over} Zusagen zu viel` : `in ${namesOf(offered)}`}
        />
      )}
      <Headline
        figure={counts.accepted}
        label="angenommen"
        hint={transformed > 0 ? `davon ${transformed} schon übernommen` : undefined}
        to={listOf(stats, 'accepted')}
      />
      <Headline figure={counts.total} label="insgesamt" hint={totalHint(stats)} />
    </ul>
  )
}

/** Who is accepted, or may still be: rejected and withdrawn children need no place. */
const WANTS_PLACE = ['accepted', 'new', 'waiting'] as const

const monthAnswer = (stats: RegistrationStats) => {
  const month = busiestMonth(stats.byMonth)
  return month && `Die meisten im ${monthName(month.month)}: ${noun(month.counts.total)}.`
}

const Sections = ({ stats }: { stats: RegistrationStats }) => {
  const beforeName = stats.before?.name
  const isTold = ({ counts, before, places }: { counts: StatCounts; before: number; places: number | null }) =>
    counts.total + before > 0 || places !== null
  const asked = appliedFor(stats.byGrade)
  const grades = stats.byGrade
    .map((one) => ({
      ...{ key: String(one.grade), name: `Klassenstufe ${one.grade}`, counts: one.counts, before: one.total_before },
      places: one.places,
    }))
    .filter(isTold)
  const months = stats.byMonth.map(({ month, counts, total_before }) => ({
    ...{ key: month, name: monthName(month), counts, before: total_before },
  }))
  return (
    <div className={classes.sections}>
      <Headlines stats={stats} />
      {stats.tallied > 0 && (
        <p className={`sh-quiet sh-measure sh-flush ${classes.wide}`}>{talliedText(stats.tallied)}</p>
      )}
      <div className={classes.wide}>
        <ChartOrTableCard
          id="stats-grade"
          title="Reichen die Plätze?"
          answer={placesAnswer(asked)}
          chart={
            <StatusBarsWithLegend
              lines={grades.filter(({ counts, before, places }) => isAskedFor(counts) || before > 0 || places !== null)}
              beforeName={beforeName}
              parts={WANTS_PLACE}
            />
          }
          table={
            <CountsTable
              caption="Bewerbungen nach Klassenstufe"
              head="Klassenstufe"
              rows={grades}
              hasPlaces
              beforeName={beforeName}
            />
          }
        />
      </div>
      <StatusCountsCard stats={stats} />
      <ChartOrTableCard
        id="stats-month"
        title="Wann kommen die Bewerbungen?"
        answer={monthAnswer(stats)}
        chart={<StatusBarsWithLegend lines={months} beforeName={beforeName} />}
        table={
          <>
            <CountsTable
              caption="Bewerbungen nach Monat des Eingangs"
              head="Monat"
              rows={months}
              beforeName={beforeName}
            />
            {beforeName && (
              <p className="sh-quiet sh-small sh-flush sh-above-2">{`${beforeName}: im selben Monat ein Jahr früher eingegangen.`}</p>
            )}
          </>
        }
      />
    </div>
  )
}

const isEmpty = ({ counts, counts_before }: RegistrationStats) => counts.total + counts_before.total === 0

const StatsBody = ({ state }: { state: ReturnType<typeof useRegistrationStats> }) => {
  const { stats, hasFailed, isUnknown, retry } = state
  if (isUnknown) return <EmptyState title="Dieses Schuljahr gibt es nicht." text="Bitte wählen Sie ein anderes." />
  if (!stats) return hasFailed ? <NotLoaded onRetry={retry} /> : <LoadingText />
  if (isEmpty(stats))
    return (
      <EmptyState
        title="Keine Bewerbungen vorhanden"
        text={`Für das Schuljahr ${stats.schoolyear.name} und das Jahr davor gibt es nichts zu zählen.`}
      />
    )
  return <Sections stats={stats} />
}

/** Each of the tables as a file. */
const StatsExportMenu = ({ yearId }: { yearId: number }) => {
  const { save, isRunning } = useSavedFile()
  const items = STAT_TABLES.flatMap((table) =>
    TABLE_FORMATS.map((format) => ({
      text: `${STAT_TABLE_LABELS[table]} (${TABLE_FORMAT_LABELS[format]})`,
      onSave: () =>
        void save(() =>
          callForFile(registrationStatEndpoints.export, { body: { school_year_id: yearId, table, format } }),
        ),
    })),
  )
  return <ExportMenu items={items} isRunning={isRunning} />
}

/** Numbers of applications by status, grade and month beside the year before; deleted ones still count. */
export const RegistrationStatsPage = () => {
  const state = useRegistrationStats()
  const { stats, choose } = state
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]}
        actions={
          stats && (
            <>
              <PrintButton />
              <StatsExportMenu yearId={stats.schoolyear.id} />
            </>
          )
        }
      >
        Statistik
      </PageHead>
      {stats && <p className="sh-paper-only sh-bold sh-flush sh-below-2">{`Schuljahr ${stats.schoolyear.name}`}</p>}
      {stats && (
        <Box maw="16rem" mb="md" className="sh-screen-only">
          <NativeSelect
            label="Schuljahr"
            value={String(stats.schoolyear.id)}
            data={stats.schoolyears.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        </Box>
      )}
      <StatsBody state={state} />
    </>
  )
}
