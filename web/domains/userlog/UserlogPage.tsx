import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { LOG_EXPORT_ROWS, userlogEndpoints } from '#contract/userlog/userlog.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { DataTable } from '#web/lists/DataTable.tsx'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { logFilterTexts, rangeText, useLogNames } from './log-filter-texts.ts'
import { UserlogFilterForm } from './UserlogFilterForm.tsx'
import classes from './UserlogPage.module.css'
import { type OneObject, userlogColumns } from './userlog-columns.tsx'
import { LOG_ROWS, type LogState, logFilters, MOST_ROWS, objectOf, userlogState } from './userlog-query.ts'

const TITLE = 'Benutzeraktionen'

const figures = (count: number) => count.toLocaleString('de-DE')

const ExportButton = ({ state, total = 0 }: { state: LogState; total: number | undefined }) => {
  const { run, isRunning } = useCall(userlogEndpoints.export)
  const save = async () => {
    const file = await run({ body: logFilters(state) })
    if (!file) return
    saveFile({ name: file.filename, mediaType: 'text/csv', content: file.content })
    if (total <= LOG_EXPORT_ROWS) return
    await alertDialog({
      message: `Die Datei enthält die neuesten ${figures(LOG_EXPORT_ROWS)} von ${figures(total)} Einträgen: Mehr passen nicht hinein. Bitte grenzen Sie für die älteren den Zeitraum ein.`,
      type: 'attention',
    })
  }
  return (
    <ActionButton
      variant="default"
      isRunning={isRunning}
      leftSection={<Download size={20} aria-hidden />}
      onClick={() => void save()}
    >
      Exportieren (CSV)
    </ActionButton>
  )
}

const NoEntries = ({ filters, onReset }: { filters: readonly string[]; onReset: () => void }) => (
  <EmptyState
    title={`Keine Treffer für ${filters.length > 0 ? filters.join(', ') : 'diese Filter'}.`}
    action={
      <Button variant="default" onClick={onReset}>
        Filter zurücksetzen
      </Button>
    }
  />
)

/** The list as the address says it. */
const useLog = () => {
  const state = userlogState(useUrlSearch())
  const query = { page: state.page, per_page: state.perPage, sort: state.sort, ...logFilters(state) }
  const list = useQuery(queryFor(userlogEndpoints.list, { query }, { keepPrevious: true }))
  return { state, list }
}

/** Who did what at this school (ux §3.12); read only. */
export const UserlogPage = () => {
  const { state, list } = useLog()
  const names = useLogNames(state, list.data?.data)
  const filters = logFilterTexts(state, names)
  const today = useToday()
  const isLong = (list.data?.total ?? 0) > MOST_ROWS
  // Of a long log the rows that are shown: for all there is the export.
  const print = usePrintAll(state, list.data && (isLong ? { ...list.data, total: list.data.data.length } : list.data))
  const onlyObject = ({ entity_type, entity_id }: OneObject) => {
    state.setFilters({ entity_type, entity_id: String(entity_id) })
    // The button goes with the choice.
    focusTitle()
  }
  const columns = userlogColumns({ search: state.search, onOnlyObject: objectOf(state) ? undefined : onlyObject })
  return (
    <>
      <PageTitle
        count={list.data?.total}
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Benutzer Verwaltung', to: paths.users }]} current={TITLE} />}
        actions={
          <>
            <IconButton icon={Printer} onClick={print}>
              Drucken
            </IconButton>
            <ExportButton state={state} total={list.data?.total} />
          </>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      {list.data && (
        <p className={classes.onPaper}>
          Einträge {rangeText(state, list.data.data.length, list.data.total)}
          {filters.length > 0 && ` · Filter: ${filters.join(', ')}`}
        </p>
      )}
      <Text c="dimmed" mb="md">
        Einträge werden 12 Monate aufbewahrt und dann gelöscht. Sie lassen sich nicht ändern.
      </Text>
      <div className={classes.list}>
        <DataTable
          name="userlog"
          caption={TITLE}
          columns={columns}
          rowKey={({ id }) => id}
          state={state}
          rows={list.data?.data}
          total={list.data?.total}
          isFetching={list.isFetching}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          rowOptions={LOG_ROWS}
          empty={<EmptyState title="Noch keine Einträge." />}
          noHits={<NoEntries filters={filters} onReset={state.resetFilters} />}
          toolbar={<UserlogFilterForm state={state} names={names} kinds={list.data} today={today} />}
        />
      </div>
    </>
  )
}
