import { Card, Group, SimpleGrid, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Globe, Pencil } from 'lucide-react'
import { formatDate } from '#contract/dates.ts'
import type { Schoolyear } from '#contract/schoolyears/schoolyears.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { idInAddress } from '#web/shell/id-in-address.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageProps } from '#web/shell/page-route.ts'
import { FactList } from '#web/ui/FactList.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { FreeDaysCard } from './FreeDaysCard.tsx'
import { type SchoolyearDialogs, SchoolyearMenu, useSchoolyearDialogs } from './SchoolyearMenu.tsx'
import { OnlineFormText, YearSpan, YearStateChip } from './schoolyear-columns.tsx'
import { schoolyearListQuery, schoolyearQuery } from './schoolyear-query.ts'
import { useFreeDays } from './use-free-days.ts'
import { YearCalendarCard } from './YearCalendarCard.tsx'

const dayOrDash = (day: string | null) => (day ? <time dateTime={day}>{formatDate(day)}</time> : 'nicht angegeben')

const FactsCard = ({ year, dialogs }: { year: Schoolyear; dialogs: SchoolyearDialogs }) => (
  <Card component="section" aria-labelledby="year-facts">
    <Group justify="space-between" mb="sm">
      <Title order={2} id="year-facts">
        Angaben
      </Title>
      <IconButton icon={Globe} className="sh-screen-only" onClick={() => dialogs.openForm(year)}>
        Online-Formular
      </IconButton>
    </Group>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="xl" verticalSpacing={0}>
      <FactList
        facts={[
          { label: 'Status', value: <YearStateChip state={year.state} /> },
          { label: 'Zeitraum', value: <YearSpan year={year} /> },
          { label: 'Erster Schultag', value: dayOrDash(year.first_school_day) },
          { label: 'Letzter Schultag', value: dayOrDash(year.last_school_day) },
        ]}
      />
      <FactList
        facts={[
          { label: 'Ende des 1. Halbjahrs', value: dayOrDash(year.half_year_end) },
          { label: 'Online-Formular', value: <OnlineFormText year={year} /> },
          { label: 'Klassen', value: String(year.usage.schoolclasses) },
        ]}
      />
    </SimpleGrid>
  </Card>
)

/** What a phone shows first: how the year stands, and its first and last day of school. */
const FactsLine = ({ year }: { year: Schoolyear }) => {
  const { first_school_day: first, last_school_day: last } = year
  return (
    <p className="sh-flush sh-chips sh-gap-2 sh-rows-1 sh-figures sh-screen-only">
      <YearStateChip state={year.state} />
      <span className="sh-small">
        {first && last ? (
          <>
            Unterricht {dayOrDash(first)} – {dayOrDash(last)}
          </>
        ) : (
          <YearSpan year={year} />
        )}
      </span>
    </p>
  )
}

const YearCards = ({ year, years }: { year: Schoolyear; years: readonly Schoolyear[] }) => {
  const navigate = useNavigate()
  const dialogs = useSchoolyearDialogs(years)
  const draft = useFreeDays(year)
  const isNarrow = useNarrow()
  const facts = <FactsCard year={year} dialogs={dialogs} />
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Schuljahre', to: paths.schoolyears }]}
        current={year.name}
        actions={
          <>
            <IconButton icon={Pencil} onClick={() => dialogs.openEdit(year)}>
              Bearbeiten
            </IconButton>
            <PrintButton />
            <SchoolyearMenu
              year={year}
              years={years}
              dialogs={dialogs}
              onRemoved={() => void navigate({ to: paths.schoolyears })}
            />
          </>
        }
      >
        {`Schuljahr ${year.name}`}
      </PageHead>
      <Stack gap="md">
        {isNarrow ? <FactsLine year={year} /> : facts}
        <YearCalendarCard year={year} days={draft.days} />
        <FreeDaysCard year={year} years={years} draft={draft} />
        {isNarrow && facts}
      </Stack>
      {dialogs.shown}
    </>
  )
}

/** Awaited before the page shows; an id that is no number is nobody's year. */
export const loadSchoolyear = async (page: PageProps) => queryClient.ensureQueryData(schoolyearQuery(idInAddress(page)))

/** One school year: its facts, its free days, and the year as a picture. */
export const SchoolyearPage = ({ params }: PageProps) => {
  const { data: year } = useQuery(schoolyearQuery(Number(params.id)))
  const { data: years = [] } = useQuery({ ...schoolyearListQuery, meta: { quiet: true } })
  return year ? <YearCards key={year.id} year={year} years={years} /> : null
}
