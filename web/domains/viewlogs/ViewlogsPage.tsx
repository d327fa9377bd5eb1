import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FileDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { VIEW_KIND_LABELS, VIEW_KINDS } from '#contract/viewlogs/viewlogs.kinds.ts'
import { VIEW_PAPER_ENTRIES, VIEW_PRINT_ROWS, type ViewEntry, viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { PupilPicker } from '#web/domains/pupils/PupilPicker.tsx'
import { PeriodFilterWidget } from '#web/domains/userlog/PeriodFilterWidget.tsx'
import { FilterChipField } from '#web/lists/FilterChipField.tsx'
import { FilterMenu } from '#web/lists/FilterMenu.tsx'
import { ListPage } from '#web/lists/ListPage.tsx'
import { rangeText } from '#web/lists/range-text.ts'
import { SearchField } from '#web/lists/SearchField.tsx'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { NoRightPage } from '#web/shell/NoRightPage.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { ViewedRecordsDialog } from './ViewedRecordsDialog.tsx'
import classes from './Viewlogs.module.css'
import { viewColumns } from './viewlog-columns.tsx'
import {
  lastMonth,
  VIEW_ROWS,
  type ViewNames,
  type ViewState,
  viewFilters,
  viewFilterTexts,
  viewNames,
  viewState,
} from './viewlog-query.ts'

const KIND_OPTIONS = VIEW_KINDS.map((value) => ({ value, label: VIEW_KIND_LABELS[value] }))
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

/** The range that is asked for most: what happened in the month that is over. */
const LastMonthButton = ({ filters, setFilters }: Pick<ViewState, 'filters' | 'setFilters'>) => {
  const { from, until } = lastMonth(useToday())
  const isOn = filters.from === from && filters.until === until
  return (
    <Button
      variant={isOn ? 'light' : 'default'}
      size="sm"
      aria-pressed={isOn}
      onClick={() => setFilters(isOn ? { from: undefined, until: undefined } : { from, until })}
    >
      Letzter Monat
    </Button>
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

/** By whom, how, of whom and when. */
const ViewFilterForm = ({ state, names }: { state: ViewState; names: ViewNames }) => {
  const { filters, setFilter, setFilters } = state
  return (
    <>
      <SearchField label="Person suchen" value={state.search} onSearch={state.setSearch} />
      <div className={classes.picker}>
        <PupilPicker
          label="Kind suchen"
          isLabelHidden
          onPick={({ id }) => setFilters({ subject: 'pupil', subject_id: String(id) })}
        />
      </div>
      <FilterMenu
        label="Einsicht"
        options={KIND_OPTIONS}
        chosen={filters.kind ? [filters.kind] : []}
        // One at a time: choosing the chosen one again takes the filter away.
        onChoose={(kinds) =>
          setFilter(
            'kind',
            kinds.find((kind) => kind !== filters.kind),
          )
        }
      />
      <PeriodFilterWidget from={filters.from} until={filters.until} onChange={setFilter} />
      <LastMonthButton filters={filters} setFilters={setFilters} />
      {names.person && (
        <FilterChipField text={`Person: ${names.person}`} onRemove={() => setFilter('user_id', undefined)} />
      )}
      {names.record && (
        <FilterChipField
          text={`Daten von: ${names.record}`}
          onRemove={() => setFilters({ subject: undefined, subject_id: undefined })}
        />
      )}
    </>
  )
}

const Views = () => {
  const state = viewState(useUrlSearch())
  const [opened, setOpened] = useState<ViewEntry>()
  const { isAll, askForAll } = useAllForPrint()
  const size = isAll ? { page: 1, per_page: VIEW_PRINT_ROWS } : { page: state.page, per_page: state.perPage }
  const query = { ...size, sort: state.sort, ...viewFilters(state) }
  const list = useQuery(queryFor(viewlogEndpoints.list, { query }, { keepPrevious: true }))
  const { data: rows, total = 0 } = list.data ?? {}
  const names = viewNames(state, list.data)
  const texts = viewFilterTexts(state, names)
  const print = usePrintAll(
    { perPage: state.perPage, setPerPage: askForAll },
    rows && { data: rows, total: Math.min(total, VIEW_PRINT_ROWS) },
  )
  const narrow = (filters: Parameters<ViewState['setFilters']>[0]) => {
    state.setFilters(filters)
    // The button goes with the choice.
    focusTitle()
  }
  return (
    <ListPage
      title="Einsichten"
      caption="Wer wessen Daten gesehen hat"
      actions={
        <>
          <PrintButton onPrint={print} />
          <PaperButton state={state} total={total} />
        </>
      }
      intro={
        <>
          {rows && (
            <p className={`sh-paper-only ${classes.onPaper}`}>
              {[
                `Einträge ${rangeText({ page: size.page, perPage: size.per_page }, rows.length, total)}`,
                ...texts,
              ].join(' · ')}
              {isAll && total > VIEW_PRINT_ROWS && (
                <>
                  <br />
                  Gedruckt sind {figures(VIEW_PRINT_ROWS)} von {figures(total)} Einträgen. Bitte grenzen Sie für die
                  übrigen den Zeitraum ein, oder nehmen Sie „PDF für die Behörde“.
                </>
              )}
            </p>
          )}
          <PageIntro>
            Wer die Seite eines Kindes oder einer Bewerbung geöffnet und wer Daten ausgegeben oder gedruckt hat.
            Einträge werden 12 Monate aufbewahrt und lassen sich nicht ändern.
          </PageIntro>
        </>
      }
      name="viewlog"
      columns={viewColumns({
        search: state.search,
        onPerson: names.person ? undefined : ({ user_id }) => narrow({ user_id: String(user_id) }),
        onRecord: names.record
          ? undefined
          : ({ subject, subject_id }) => narrow({ subject, subject_id: String(subject_id) }),
        onRecords: setOpened,
      })}
      rowKey={({ id }) => id}
      state={state}
      rows={rows}
      total={list.data?.total}
      query={list}
      rowOptions={VIEW_ROWS}
      empty={<EmptyState title="Noch keine Einträge." />}
      noHits={
        <EmptyState
          title="Keine Treffer für diese Filter."
          {...(texts.length > 0 && { text: texts.join(', ') })}
          action={
            <Button variant="default" onClick={state.resetFilters}>
              Filter zurücksetzen
            </Button>
          }
        />
      }
      toolbar={<ViewFilterForm state={state} names={names} />}
    >
      {opened && <ViewedRecordsDialog entry={opened} onGone={() => setOpened(undefined)} />}
    </ListPage>
  )
}

/** Who saw whose data (domain DP-22); for heads who also manage the accounts. */
export const ViewlogsPage = () => {
  const may = useMay()
  return may('manage users') ? <Views /> : <NoRightPage title="Einsichten" permission="manage users" />
}
