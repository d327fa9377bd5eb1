import { Box, Button, Card, NativeSelect } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import type { Capacities, Waitlist, WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { queryClient } from '#web/api/query-client.ts'
import { WriteCircularWidget } from '#web/domains/circulars/WriteCircularWidget.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { useChosenIds } from '#web/lists/use-row-selection.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import type { PageRoute } from '#web/shell/page-route.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { useListFocus } from '#web/ui/use-list-focus.ts'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { CapacityWidget } from './CapacityWidget.tsx'
import { FollowUpCard } from './FollowUpCard.tsx'
import { MoveRankDialog } from './MoveRankDialog.tsx'
import { OfferPlaceDialog } from './OfferPlaceDialog.tsx'
import { ProposalDialog } from './ProposalDialog.tsx'
import { WaitlistTable } from './WaitlistTable.tsx'
import { capacitiesQuery, waitlistQuery } from './waitlist-queries.ts'
import { capacityMore, gradeName, nameOf, takenText } from './waitlist-texts.ts'
import classes from './waitlists.module.css'

const TITLE = 'Warteliste'

const numberIn = (text: string | null | undefined) => (text && /^\d{1,15}$/.test(text) ? Number(text) : undefined)

/** Awaited by the router: years, grades and how full they are. */
export const loadWaitlist: NonNullable<Awaited<ReturnType<PageRoute['page']>>['load']> = ({ search }) =>
  queryClient.ensureQueryData(capacitiesQuery(numberIn(search.get('school_year_id'))))

/** The grade of the address, else the first where somebody waits, else the first. */
const gradeOf = ({ grades }: Capacities, wished: number | undefined) => {
  const first = grades.find(({ waiting, follow_ups }) => waiting + follow_ups > 0) ?? grades[0]
  return (grades.find(({ grade }) => grade === wished) ?? first)?.grade
}

type Opened =
  | { kind: 'move'; row: WaitlistRow; to: number | undefined }
  | { kind: 'offer'; row: WaitlistRow }
  | { kind: 'proposal' }

interface OpenedDialogProps {
  opened: Opened
  list: Waitlist
  capacities: Capacities
  onGone: () => void
}

const OpenedDialog = ({ opened, list, capacities, onGone }: OpenedDialogProps) => {
  if (opened.kind === 'move') return <MoveRankDialog row={opened.row} rows={list.rows} to={opened.to} onGone={onGone} />
  if (opened.kind === 'proposal') return <ProposalDialog list={list} onGone={onGone} />
  const capacity = capacities.grades.find(({ grade }) => grade === list.grade)
  return <OfferPlaceDialog row={opened.row} capacity={capacity} onGone={onGone} />
}

const NobodyWaits = ({ grade, yearId }: { grade: number; yearId: number }) => (
  <EmptyState
    title={`Für ${gradeName(grade)} wartet zurzeit niemand.`}
    text="Auf die Warteliste kommt eine Bewerbung mit dem Status „Warteliste“."
    action={
      <Button
        variant="default"
        renderRoot={(props) => (
          <Link
            {...props}
            to={paths.registrations}
            search={{ status: 'new', grade: String(grade), school_year_id: String(yearId) }}
          />
        )}
      >
        Neue Bewerbungen ansehen
      </Button>
    }
  />
)

interface PrintTitleProps {
  list: Waitlist
  capacities: Capacities
}

/** On paper: which list this is, of which year, and how many places there are. */
const PrintTitle = ({ list: { grade, school_year, rows }, capacities }: PrintTitleProps) => {
  const capacity = capacities.grades.find((one) => one.grade === grade)
  return (
    <div className="sh-paper-only">
      <Box component="h2" m={0} mb="4pt" fz="14pt">
        {`Warteliste ${gradeName(grade)}, Schuljahr ${school_year.name}`}
        {rows.length === 0 && ': niemand wartet'}
      </Box>
      {capacity && (
        <p className="sh-flush sh-below-2">
          {[`Plätze ${takenText(capacity)}`, capacityMore(capacity)].filter(Boolean).join(' · ')}
        </p>
      )}
    </div>
  )
}

/** The list as a circular names it. */
const waitlistOf = ({ school_year, grade }: Waitlist) => ({ school_year_id: school_year.id, grade })

interface ListProps {
  list: Waitlist
  capacities: Capacities
  opened: Opened | undefined
  onOpen: (opened: Opened | undefined) => void
}

const List = ({ list, capacities, opened, onOpen }: ListProps) => {
  const table = useListFocus<HTMLDivElement>(list)
  const selection = useChosenIds()
  const { rows, grade, school_year } = list
  const chosen = rows.filter(selection.isChosen)
  return (
    <>
      <PrintTitle list={list} capacities={capacities} />
      <div ref={table}>
        <Card className={classes.paper ?? ''}>
          {rows.length === 0 ? (
            <NobodyWaits grade={grade} yearId={school_year.id} />
          ) : (
            <>
              <p className="sh-quiet sh-flush sh-below-3 sh-screen-only">
                <span className="sh-not-on-phones">
                  Verschieben Sie mit den Pfeilen, mit Alt+↑ und Alt+↓ oder durch Ziehen.{' '}
                </span>
                Familien erfahren ihren Rang nicht.
              </p>
              <WaitlistTable
                list={list}
                selection={{ isChosen: selection.isChosen, onChoose: selection.onChoose, nameOf }}
                onMove={(row, to) => onOpen({ kind: 'move', row, to })}
                onOffer={(row) => onOpen({ kind: 'offer', row })}
              />
            </>
          )}
        </Card>
      </div>
      {chosen.length > 0 && (
        <SelectionCard count={chosen.length} onClear={selection.clear}>
          <WriteCircularWidget to={{ ...waitlistOf(list), registrationIds: chosen.map(({ id }) => id) }} />
        </SelectionCard>
      )}
      <FollowUpCard followUps={list.follow_ups} />
      {opened && <OpenedDialog opened={opened} list={list} capacities={capacities} onGone={() => onOpen(undefined)} />}
    </>
  )
}

interface FilterProps {
  capacities: Capacities
  grade: number
  onChoose: (changes: Record<string, string | undefined>) => void
}

const Filters = ({ capacities, grade, onChoose }: FilterProps) => (
  <div className={`sh-wrap sh-below-4 sh-gap-4 sh-rows-2 sh-screen-only ${classes.filters}`}>
    {capacities.schoolyears.length > 1 && (
      <NativeSelect
        label="Schuljahr"
        value={String(capacities.school_year?.id ?? '')}
        data={capacities.schoolyears.map(({ id, name }) => ({ value: String(id), label: name }))}
        onChange={(event) => onChoose({ school_year_id: event.currentTarget.value })}
      />
    )}
    <div className={classes.tabs}>
      <TabPicker
        label="Klassenstufe"
        options={capacities.grades.map((one) => ({
          value: one.grade,
          label: gradeName(one.grade),
          count: one.waiting,
        }))}
        chosen={grade}
        onChoose={(value) => onChoose({ grade: String(value) })}
      />
    </div>
  </div>
)

interface ActionsProps {
  list: Waitlist | undefined
  onPropose: () => void
}

/** On a phone these stand above the list: at the bottom they would cover a child in it. */
const PageActions = ({ list, onPropose }: ActionsProps) => (
  <>
    {!useNarrow() && <PrintButton />}
    {list && list.rows.length > 0 && (
      <>
        <WriteCircularWidget to={waitlistOf(list)} />
        <Button variant="default" leftSection={<ListOrdered size={20} aria-hidden />} onClick={onPropose}>
          Rangfolge vorschlagen
        </Button>
      </>
    )}
  </>
)

interface GradeListProps {
  capacities: Capacities
  year: { id: number; name: string }
  grade: number
}

const GradeList = ({ capacities, year, grade }: GradeListProps) => {
  const urlQuery = useUrlSearch()
  const [opened, setOpened] = useState<Opened>()
  const list = useQuery({ ...waitlistQuery(year.id, grade), placeholderData: keepPreviousData })
  return (
    <>
      <PageHead
        crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]}
        actions={<PageActions list={list.data} onPropose={() => setOpened({ kind: 'proposal' })} />}
      >
        {TITLE}
      </PageHead>
      <Filters capacities={capacities} grade={grade} onChoose={urlQuery.set} />
      <CapacityWidget schoolYearId={year.id} grade={grade} />
      <Loaded query={list}>
        {(data) => <List list={data} capacities={capacities} opened={opened} onOpen={setOpened} />}
      </Loaded>
    </>
  )
}

/** Domain §3.2: who waits for a place of a grade, in which order, and whom to ask. */
export const WaitlistPage = () => {
  const urlQuery = useUrlSearch()
  const { data: capacities } = useQuery(capacitiesQuery(numberIn(urlQuery.get('school_year_id'))))
  if (!capacities) return <LoadingText />
  const grade = gradeOf(capacities, numberIn(urlQuery.get('grade')))
  if (!capacities.school_year || grade === undefined)
    return (
      <>
        <PageTitle>{TITLE}</PageTitle>
        <EmptyState title="Es gibt noch kein Schuljahr mit Klassenstufen." text="Ohne sie kann niemand warten." />
      </>
    )
  return <GradeList capacities={capacities} year={capacities.school_year} grade={grade} />
}
