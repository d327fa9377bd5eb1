import { Button, Card } from '@mantine/core'
import { CalendarOff, Check, CheckCheck, CircleX, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { monthName } from '#contract/dates.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { SicknoteFeedsWidget } from '#web/domains/sicknotefeeds/SicknoteFeedsWidget.tsx'
import { SelectionCard } from '#web/lists/SelectionCard.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import { chosenText, DayListTable, PAPER_TITLES } from './DayListTable.tsx'
import { SicknoteActionsMenu } from './SicknoteActionsMenu.tsx'
import { SicknoteChangeDialog } from './SicknoteChangeDialog.tsx'
import { SicknoteDialogWidget } from './SicknoteDialogWidget.tsx'
import { SicknoteHeadCard } from './SicknoteHeadCard.tsx'
import { SicknoteMonthCard } from './SicknoteMonthCard.tsx'
import { SicknotesEmptyCard, SicknotesTable } from './SicknotesTable.tsx'
import { SicknoteWeekCard } from './SicknoteWeekCard.tsx'
import { cancelNotes, markSeen, setExcuse } from './sicknote-actions.ts'
import { type SicknoteTab, TAB_LABELS, TABS } from './sicknote-list.ts'
import paper from './sicknote-paper.module.css'
import { freeDayName, freeDayText, isNew, weekText } from './sicknote-texts.ts'
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
/** A phone shows the next tab beside it. */
const SHORT_MISSING = 'Entsch. fehlt'

const Tabs = ({ page: { state, counts, rights } }: { page: SicknotesPageState }) => {
  const tabs = TABS.filter((tab) => tab !== 'fehlt' || rights.isEditor)
  const isNarrow = useNarrow()
  return (
    <TabPicker<SicknoteTab>
      label="Krankmeldungen"
      options={tabs.map((value) => ({
        value,
        label: isNarrow && value === 'fehlt' ? SHORT_MISSING : TAB_LABELS[value],
        ...(value !== 'woche' && value !== 'monat' && { count: counts?.[value] }),
      }))}
      chosen={state.tab}
      onChoose={state.setTab}
    />
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

/** On a phone the count stands in the list, beside the filters. */
const DayHead = ({ page }: { page: SicknotesPageState }) => {
  const isNarrow = useNarrow()
  return (
    <>
      <FreeDayNotice page={page} />
      {!isNarrow && <SicknoteHeadCard page={page} />}
    </>
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
        {isDay && <DayHead page={page} />}
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
