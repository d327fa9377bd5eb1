import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Printer } from 'lucide-react'
import { useState } from 'react'
import { userlogEndpoints } from '#contract/userlog.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { useUrlSearch } from '#web/shell/use-url-search.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { OTHER_ROWS } from '#web/ui/table-state.ts'
import { usePrintAll } from '#web/ui/use-print-all.ts'
import { saveLog } from './save-log.ts'
import { UserlogFilterForm } from './UserlogFilterForm.tsx'
import classes from './UserlogPage.module.css'
import { userlogColumns } from './userlog-columns.tsx'
import { type LogState, logFilters, userlogState } from './userlog-query.ts'

const TITLE = 'Benutzeraktionen'

/** A year of a school has tens of thousands of entries: more than a browser shows or anybody prints at once. */
const MOST_AT_ONCE = 1000
const MOST_OF_MANY = 200
const ROWS_OF_MANY = [10, 50, MOST_OF_MANY]

const ExportButton = ({ state }: { state: LogState }) => {
  const { run, isRunning } = useCall(userlogEndpoints.export)
  const save = async () => {
    const file = await run({ body: logFilters(state) })
    if (file) saveLog(file)
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

/** The list as the address says it; all rows at once only where they are known to be few enough. */
const useLog = () => {
  const asked = userlogState(useUrlSearch())
  const [total, setTotal] = useState<number>()
  const isLong = total === undefined || total > MOST_AT_ONCE
  const state = { ...asked, perPage: asked.perPage === 0 && isLong ? MOST_OF_MANY : asked.perPage }
  const query = { page: state.page, per_page: state.perPage, sort: state.sort, ...logFilters(state) }
  const list = useQuery(queryFor(userlogEndpoints.list, { query }, { keepPrevious: true }))
  if (list.data && list.data.total !== total) setTotal(list.data.total)
  return { state, list, isLong }
}

/** Who did what at this school (ux §3.12); read only. */
export const UserlogPage = () => {
  const { state, list, isLong } = useLog()
  const today = useToday()
  // Of a long log the rows that are shown: for all there is the export.
  const print = usePrintAll(state, list.data && (isLong ? { ...list.data, total: list.data.data.length } : list.data))
  return (
    <>
      <PageTitle
        count={list.data?.total}
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Benutzer Verwaltung', to: paths.users }]} current={TITLE} />}
        actions={
          <>
            <Button variant="default" leftSection={<Printer size={20} aria-hidden />} onClick={print}>
              Drucken
            </Button>
            <ExportButton state={state} />
          </>
        }
      >
        {TITLE}
      </PageTitle>
      <PrintHead today={today} />
      <Text c="dimmed" mb="md">
        Einträge werden 12 Monate aufbewahrt und dann gelöscht. Sie lassen sich nicht ändern.
      </Text>
      <div className={classes.list}>
        <DataTable
          name="userlog"
          caption={TITLE}
          columns={userlogColumns(state.search)}
          rowKey={({ id }) => id}
          state={state}
          rows={list.data?.data}
          total={list.data?.total}
          isFetching={list.isFetching}
          hasFailed={list.isError}
          onRetry={() => void list.refetch()}
          rowOptions={isLong ? ROWS_OF_MANY : OTHER_ROWS}
          empty={<EmptyState title="Noch keine Einträge." />}
          toolbar={<UserlogFilterForm state={state} kinds={list.data} today={today} />}
        />
      </div>
    </>
  )
}
