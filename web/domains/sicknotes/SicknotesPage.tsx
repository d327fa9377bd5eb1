import { Button, Card } from '@mantine/core'
import { CalendarOff, Check, CheckCheck, CircleX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { berlinTime, monthName } from '#contract/dates.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { SicknoteFeedsWidget } from '#web/domains/sicknotefeeds/SicknoteFeedsWidget.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { absentText, chosenText, DayListTable, PAPER_TITLES } from './DayListTable.tsx'
import { SicknoteActionsMenu } from './SicknoteActionsMenu.tsx'
import { SicknoteChangeDialog } from './SicknoteChangeDialog.tsx'
import { SicknoteDialogWidget } from './SicknoteDialogWidget.tsx'
import { SicknoteMonthCard } from './SicknoteMonthCard.tsx'
import { SicknotesEmptyCard, SicknotesTable } from './SicknotesTable.tsx'
import { SicknoteWeekCard } from './SicknoteWeekCard.tsx'
import { cancelNotes, markSeen, setExcuse } from './sicknote-actions.ts'
import { countChildren } from './sicknote-counts.ts'
import { type SicknoteTab, type StatusFilter, TAB_LABELS, TABS } from './sicknote-list.ts'
import paper from './sicknote-paper.module.css'
import { freeDayName, freeDayText, isExcuseOpen, isNew, weekText } from './sicknote-texts.ts'
import classes from './sicknotes.module.css'
import type { NoteRights } from './use-note-rights.ts'
import { type SicknotesPageState, useSicknotesPage } from './use-sicknotes-page.ts'

interface SicknotesBulkCardProps {
  chosen: readonly Sicknote[]
  rights: NoteRights
  onClear: () => void
}

/** What is done with several notes at once (ux §3.7). */
const SicknotesBulkCard = ({ chosen, rights, onClear }: SicknotesBulkCardProps) => {
  const isNarrow = useNarrow()
  const then = (done: Promise<boolean>) => void done.then((isDone) => isDone && onClear())
  const actions = [
    {
      text: 'Gesehen',
      icon: Check,
      isOffered: chosen.some(isNew),
      run: () => markSeen(chosen.filter(isNew)),
    },
    { text: 'Als entschuldigt markieren', icon: CheckCheck, isOffered: true, run: () => setExcuse(chosen, 'excused') },
    { text: 'Unentschuldigt', icon: CircleX, isOffered: true, run: () => setExcuse(chosen, 'unexcused') },
    { text: 'Löschen', icon: Trash2, isOffered: chosen.every(rights.mayChange), run: () => cancelNotes(chosen) },
  ]
  return (
    <SelectionCard count={chosen.length} onClear={onClear}>
      {actions
        .filter(({ isOffered }) => isOffered)
        .map(({ text, icon: Icon, run }) => (
          <Button
            key={text}
            variant="default"
            {...(isNarrow ? { px: 'xs' } : { leftSection: <Icon size={20} aria-hidden /> })}
            onClick={() => then(run())}
          >
            {text}
          </Button>
        ))}
    </SelectionCard>
  )
}

const TITLE = 'Krankmeldungen'

const Tabs = ({ page: { state, counts, rights } }: { page: SicknotesPageState }) => {
  const tabs = TABS.filter((tab) => tab !== 'fehlt' || rights.isEditor)
  return (
    <TabPicker<SicknoteTab>
      label="Krankmeldungen"
      options={tabs.map((value) => ({
        value,
        label: TAB_LABELS[value],
        ...(value !== 'woche' && value !== 'monat' && { count: counts?.[value] }),
      }))}
      chosen={state.tab}
      onChoose={state.setTab}
    />
  )
}

interface CountFilterProps {
  count: number
  text: string
  status: StatusFilter
  state: SicknotesPageState['state']
}

/** What is left to do today, as a number that shows its rows alone. */
const CountFilter = ({ count, text, status, state: { filters, setFilter } }: CountFilterProps) => {
  const isOn = filters.status === status
  if (count === 0 && !isOn) return null
  return (
    <button
      type="button"
      className={`sh-bare sh-linked sh-screen-only ${isOn ? 'sh-bold' : ''} ${classes.press}`}
      aria-pressed={isOn}
      onClick={() => setFilter('status', isOn ? undefined : status)}
    >
      {`${count} ${text}`}
    </button>
  )
}

/** `5 Kinder in 3 Klassen, Stand 07:41`; a poll that failed says so here and nowhere else (domain §9c). */
const Head = ({ page: { todayNotes, list, rows = [], state, rights } }: { page: SicknotesPageState }) => {
  if (!todayNotes) return null
  const time = berlinTime(new Date(list.dataUpdatedAt))
  return (
    <p className={`sh-words sh-flush sh-below-3 sh-gap-3 sh-rows-0 ${classes.head}`}>
      <span>
        {todayNotes.length > 0 && (
          <>
            <strong className="sh-bold">
              {state.isFiltered && `${countChildren(rows)} von `}
              {absentText(todayNotes)}
            </strong>
            {', '}
          </>
        )}
        {`Stand ${time}`}
      </span>
      {rights.isEditor && (
        <span className="sh-wrap sh-gap-3 sh-rows-0">
          <CountFilter count={todayNotes.filter(isNew).length} text="neu" status="neu" state={state} />
          <CountFilter
            count={todayNotes.filter(isExcuseOpen).length}
            text="heute noch offen"
            status="offen"
            state={state}
          />
        </span>
      )}
      {list.isRefetchError && <span className="sh-quiet sh-small">Konnte gerade nicht aktualisiert werden.</span>}
    </p>
  )
}

const freeDayOf = ({ options, today }: SicknotesPageState) => options && freeDayName(today, options.free_days)

const FreeDayNotice = ({ page }: { page: SicknotesPageState }) => {
  const name = freeDayOf(page)
  if (!name) return null
  return (
    <p className={`sh-line sh-flush sh-below-3 sh-gap-2 ${classes.free}`}>
      <CalendarOff size={20} aria-hidden />
      {freeDayText(name)}
    </p>
  )
}

/** On paper only: which part of the list it is, and whether somebody left some of it out. */
const PaperTitle = ({ page: { state, tab, options } }: { page: SicknotesPageState }) => {
  const chosen = chosenText(state, options?.schoolclasses ?? [])
  const { monday, month } = state
  return (
    <div className={`sh-paper-only ${paper.paper}`}>
      <h2>
        {PAPER_TITLES[tab]}
        {tab === 'woche' && ` ${weekText(monday)}`}
        {tab === 'monat' && `, ${monthName(month)}`}
      </h2>
      {chosen && <p>{chosen}</p>}
    </div>
  )
}

const Absences = ({ page }: { page: SicknotesPageState }) => {
  const { today, rights, tab, paperNotes, chosen, clear, announced } = page
  const [isNewOpen, setNewOpen] = useState(false)
  const [changed, setChanged] = useState<Sicknote>()
  const [areFeedsOpen, setFeedsOpen] = useState(false)
  const openNew = () => setNewOpen(true)
  usePageKeys(rights.isEditor ? { n: openNew } : {})
  const isDay = tab === 'heute'
  return (
    <>
      <div className={isDay ? 'sh-screen-only' : undefined}>
        <div className="sh-screen-only">
          <PageTitle actions={<SicknoteActionsMenu page={page} onNew={openNew} onFeeds={() => setFeedsOpen(true)} />}>
            {TITLE}
          </PageTitle>
        </div>
        {!isDay && (
          <>
            <PaperTitle page={page} />
            <PrintHead today={today} />
          </>
        )}
        <Tabs page={page} />
        <p role="status" className="sh-visually-hidden">
          {announced}
        </p>
        {isDay && (
          <>
            <FreeDayNotice page={page} />
            <Head page={page} />
          </>
        )}
        {tab === 'woche' && <SicknoteWeekCard page={page} />}
        {tab === 'monat' && <SicknoteMonthCard page={page} />}
        {tab !== 'woche' && tab !== 'monat' && <SicknotesTable page={page} onNew={openNew} onChange={setChanged} />}
      </div>
      {isDay && paperNotes && (
        <DayListTable
          notes={paperNotes}
          today={today}
          freeDay={freeDayOf(page)}
          chosen={chosenText(page.state, page.options?.schoolclasses ?? [])}
        />
      )}
      {chosen.length > 0 && <SicknotesBulkCard chosen={chosen} rights={rights} onClear={clear} />}
      <SicknoteDialogWidget opened={isNewOpen} onClose={() => setNewOpen(false)} />
      {areFeedsOpen && <SicknoteFeedsWidget onGone={() => setFeedsOpen(false)} />}
      {changed && <SicknoteChangeDialog note={changed} onGone={() => setChanged(undefined)} />}
    </>
  )
}

/** Signed in is enough for the page (spec §2): who sees no children learns why it is empty. */
const NothingToSee = ({ page }: { page: SicknotesPageState }) => (
  <>
    <PageTitle>{TITLE}</PageTitle>
    <Card maw={600}>
      <SicknotesEmptyCard page={page} onNew={() => {}} />
    </Card>
  </>
)

/** Spec §2, ux §3.7: who is absent today, who will be, and whose excuse is missing. */
export const SicknotesPage = () => {
  const page = useSicknotesPage()
  return page.rights.seesNotes ? <Absences page={page} /> : <NothingToSee page={page} />
}
