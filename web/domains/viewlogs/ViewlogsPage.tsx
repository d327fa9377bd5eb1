import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import {
  VIEW_PAPER_ENTRIES,
  VIEW_PRINT_ROWS,
  type ViewDay,
  type ViewEntry,
  viewlogEndpoints,
} from '#contract/viewlogs/viewlogs.ts'
import { useMay } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { ListPage } from '#web/lists/ListPage.tsx'
import { rangeText } from '#web/lists/range-text.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { NoRightPage } from '#web/shell/NoRightPage.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { ViewDayDialog } from './ViewDayDialog.tsx'
import { ViewedRecordsDialog } from './ViewedRecordsDialog.tsx'
import { ViewFilterForm } from './ViewFilterForm.tsx'
import classes from './Viewlogs.module.css'
import { viewColumns } from './viewlog-columns.tsx'
import { viewDayColumns } from './viewlog-day-columns.tsx'
import {
  VIEW_ROWS,
  type ViewState,
  viewFilters,
  viewFilterTexts,
  viewMode,
  viewNames,
  viewState,
} from './viewlog-query.ts'

const figures = (count: number) => count.toLocaleString('de-DE')

const PaperButton = ({ state, total }: { state: ViewState; total: number }) => {
  const { save, isRunning } = useSavedFile()
  const press = async () => {
    const isSaved = await save(() => callForFile(viewlogEndpoints.paper, { body: viewFilters(state) }))
    if (!isSaved || total <= VIEW_PAPER_ENTRIES) return
    await alertDialog({
      message: `Das Blatt zeigt die neuesten ${figures(VIEW_PAPER_ENTRIES)} von ${figures(total)} Einträgen und alle Betroffenen. Bitte grenzen Sie für die älteren den Zeitraum ein.`,
      type: 'attention',
    })
  }
  return (
    <ActionButton
      variant="default"
      isRunning={isRunning}
      leftSection={<FileDown size={20} aria-hidden />}
      onClick={() => void press()}
    >
      PDF für die Behörde
    </ActionButton>
  )
}

/** Loads what is printed, up to a limit; after the print the page is as before. */
const useAllForPrint = () => {
  const [isAll, setAll] = useState(false)
  useEffect(() => {
    const end = () => setAll(false)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [])
  return { isAll, askForAll: () => setAll(true) }
}

/** The rows of the chosen way to read the log, and how they are printed. */
const useViews = () => {
  const urlQuery = useUrlSearch()
  const state = viewState(urlQuery)
  const mode = viewMode(urlQuery, state)
  const { isAll, askForAll } = useAllForPrint()
  const size = isAll ? { page: 1, per_page: VIEW_PRINT_ROWS } : { page: state.page, per_page: state.perPage }
  const query = { ...size, sort: state.sort, ...viewFilters(state) }
  const shown = { keepPrevious: true }
  const days = useQuery({ ...queryFor(viewlogEndpoints.days, { query }, shown), enabled: mode.isByDay })
  const entries = useQuery({ ...queryFor(viewlogEndpoints.list, { query }, shown), enabled: !mode.isByDay })
  const list = mode.isByDay ? days : entries
  const { data: rows, total = 0 } = list.data ?? {}
  const print = usePrintAll(
    { perPage: state.perPage, setPerPage: askForAll },
    rows && { data: rows, total: Math.min(total, VIEW_PRINT_ROWS) },
  )
  return { state, mode, days, entries, list, rows, total, size, isAll, print }
}

/** What the sheet shows of how much, in words. */
const OnPaper = ({
  rows,
  total,
  size,
  isAll,
  texts,
}: Pick<ReturnType<typeof useViews>, 'total' | 'size' | 'isAll'> & { rows: number; texts: string[] }) => (
  <p className={`sh-paper-only ${classes.onPaper}`}>
    {[`Einträge ${rangeText({ page: size.page, perPage: size.per_page }, rows, total)}`, ...texts].join(' · ')}
    {isAll && total > VIEW_PRINT_ROWS && (
      <>
        <br />
        Gedruckt sind {figures(VIEW_PRINT_ROWS)} von {figures(total)} Einträgen. Bitte grenzen Sie für die übrigen den
        Zeitraum ein, oder nehmen Sie „PDF für die Behörde“.
      </>
    )}
  </p>
)

const Views = () => {
  const { state, mode, days, entries, list, rows, total, size, isAll, print } = useViews()
  const [opened, setOpened] = useState<ViewEntry>()
  const [openedDay, setOpenedDay] = useState<ViewDay>()
  const names = viewNames(state, list.data)
  const texts = viewFilterTexts(state, names)
  const narrow = (filters: Parameters<ViewState['setFilters']>[0]) => {
    state.setFilters(filters)
    // The button goes with the choice.
    focusTitle()
  }
  const columnsFor = {
    search: state.search,
    onPerson: names.person ? undefined : (user_id: number) => narrow({ user_id: String(user_id) }),
    onRecord: names.record
      ? undefined
      : ({ subject, subject_id }: Pick<ViewEntry, 'subject' | 'subject_id'>) =>
          narrow({ subject, subject_id: String(subject_id) }),
  }
  const page = {
    title: 'Einsichten',
    caption: 'Wer wessen Daten gesehen hat',
    actions: (
      <>
        <PrintButton onPrint={print} />
        <PaperButton state={state} total={(mode.isByDay ? days.data?.entries : entries.data?.total) ?? 0} />
      </>
    ),
    intro: (
      <>
        {rows && <OnPaper {...{ rows: rows.length, total, size, isAll, texts }} />}
        <PageIntro>
          Wer Daten von Kindern, Familien und Mitarbeitenden geöffnet, ausgegeben oder gedruckt hat
          {mode.isByDay ? ', je Person und Tag.' : ', jeder Aufruf einzeln.'} Einträge werden 12 Monate aufbewahrt.{' '}
          <button type="button" className={`sh-bare sh-linked sh-screen-only ${classes.mode}`} onClick={mode.change}>
            {mode.isByDay ? 'Alle einzeln zeigen' : 'Je Person und Tag zeigen'}
          </button>
        </PageIntro>
      </>
    ),
    state,
    total: list.data?.total,
    query: list,
    rowOptions: VIEW_ROWS,
    empty: <EmptyState title="Noch keine Einträge." />,
    noHits: (
      <EmptyState
        title="Keine Treffer für diese Filter."
        {...(texts.length > 0 && { text: texts.join(', ') })}
        action={
          <Button variant="default" onClick={state.resetFilters}>
            Filter zurücksetzen
          </Button>
        }
      />
    ),
    toolbar: <ViewFilterForm state={state} names={names} />,
    children: (
      <>
        {openedDay && (
          <ViewDayDialog
            day={openedDay}
            filters={viewFilters(state)}
            onRecords={(entry) => {
              setOpenedDay(undefined)
              setOpened(entry)
            }}
            onGone={() => setOpenedDay(undefined)}
          />
        )}
        {opened && <ViewedRecordsDialog entry={opened} onGone={() => setOpened(undefined)} />}
      </>
    ),
  }
  return mode.isByDay ? (
    <ListPage
      {...page}
      name="viewdays"
      columns={viewDayColumns({ ...columnsFor, onOpen: setOpenedDay })}
      rowKey={({ day, user_id, user_name }) => `${day} ${user_id} ${user_name}`}
      rows={days.data?.data}
    />
  ) : (
    <ListPage
      {...page}
      name="viewlog"
      columns={viewColumns({ ...columnsFor, onRecords: setOpened })}
      rowKey={({ id }) => id}
      rows={entries.data?.data}
    />
  )
}

/** Who saw whose data (domain DP-22); for heads who also manage the accounts. */
export const ViewlogsPage = () => {
  const may = useMay()
  return may('manage users') ? <Views /> : <NoRightPage title="Einsichten" permission="manage users" />
}
