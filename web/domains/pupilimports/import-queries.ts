import {
  pupilImportEndpoints as endpoints,
  type ImportDetail,
  type ImportRow,
  type ImportRowQuery,
  type ImportSummary,
  isImportRunning,
} from '#contract/pupilimports/pupilimports.ts'
import { queryFor, queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

const RUNNING_MS = 1000
const RESTING_MS = 5000

const areRunning = (imports: readonly ImportSummary[] | undefined) =>
  imports?.some(({ state }) => isImportRunning(state)) === true

/** The imports of the school; asked again while one of them is being carried out. */
export const importListQuery = {
  ...queryFor(endpoints.list, {}),
  refetchInterval: ({ state }: { state: { data: ImportSummary[] | undefined } }) =>
    areRunning(state.data) ? RUNNING_MS : false,
}

/** One import; a job is followed closely, what a colleague does in it now and then. */
export const importQuery = (id: number) => ({
  ...queryFor(endpoints.get, { params: { id } }, { quiet: true }),
  refetchInterval: ({ state }: { state: { data: ImportDetail | undefined } }): number =>
    state.data && isImportRunning(state.data.state) ? RUNNING_MS : RESTING_MS,
})

/** Rows stay as they are while they are being corrected: nothing but the page asks for them again. */
export const importRowsQuery = (id: number, query: Partial<ImportRowQuery>) => ({
  ...queryFor(endpoints.rows, { params: { id }, query }, { keepPrevious: true, quiet: true }),
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
})

const rowsKey = (id: number) => queryKey(endpoints.rows, { params: { id } }).slice(0, 2)

/** What a step answered is what is known of the import; replies under way are older. */
export const keepImport = async (detail: ImportDetail) => {
  const { queryKey: key } = importQuery(detail.id)
  await queryClient.cancelQueries({ queryKey: key })
  queryClient.setQueryData(key, detail)
}

/** After a step that validated every row again. */
export const forgetRows = (id: number) => queryClient.invalidateQueries({ queryKey: rowsKey(id) })

type RowsReply = { data: ImportRow[]; total: number; page: number; per_page: number }

/** A row with its new verdict stays where it is, also where a filter would no longer show it. */
export const patchRow = (id: number, row: ImportRow) =>
  queryClient.setQueriesData<RowsReply>(
    { queryKey: rowsKey(id) },
    (reply) => reply && { ...reply, data: reply.data.map((one) => (one.line === row.line ? row : one)) },
  )
