import { formatDateTime } from '#contract/dates.ts'
import { type ImportSummary, isImportRunning, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { actOnce } from '#web/api/act-once.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { queryKey } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { currentPath } from '#web/shell/app-history.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { importQuery, keepImport } from './import-queries.ts'
import { linesText, reportText } from './import-texts.ts'

/** Throws an import away that was not carried out; answers whether it was done. */
export const discardImport = async ({ id, filename }: Pick<ImportSummary, 'id' | 'filename'>) => {
  const isWanted = await confirmDialog({
    title: 'Import verwerfen?',
    message: `„${filename}“ wird mit allen Korrekturen gelöscht. An den Schülerinnen und Schülern ändert sich nichts.`,
    accept: 'Verwerfen',
    type: 'attention',
    prefers: 'dismiss',
  })
  if (!isWanted) return false
  const reply = await actOnce(`import ${id}`, () => call(pupilImportEndpoints.remove, { params: { id } }))
  if (!reply) {
    void queryClient.invalidateQueries({ queryKey: importQuery(id).queryKey })
    return false
  }
  notify(reply.message)
  await queryClient.invalidateQueries({ queryKey: queryKey(pupilImportEndpoints.list) })
  return true
}

const ASK_MS = 2000
const watched = new Set<number>()

const later = () => new Promise((resolve) => setTimeout(resolve, ASK_MS))

/** Undefined while the server cannot be reached; throws when it will never say. */
const ask = async (id: number) => {
  try {
    return await queryClient.fetchQuery({ ...importQuery(id), staleTime: ASK_MS / 2, retry: false })
  } catch (failure) {
    const isPassing = failure instanceof ApiFailure && [0, 429, 502, 503].includes(failure.status)
    if (!isPassing) throw failure
    return undefined
  }
}

const tell = async (id: number) => {
  const detail = await ask(id)
  // Who looks at it sees it there.
  if (!detail || currentPath().startsWith(paths.pupilImportRun(id))) return
  const { state, filename, report, problem } = detail
  const link = { text: 'Zum Import', to: paths.pupilImportRun(id) }
  if (state === 'done' && report)
    notify(`Der Import „${filename}“ ist fertig: ${reportText(report)}.`, { link, isLasting: true })
  else if (state === 'failed') notify(problem ?? '', { link, isLasting: true, type: 'negative' })
}

const follow = async (id: number) => {
  let detail = await ask(id)
  while (!detail || isImportRunning(detail.state)) {
    await later()
    detail = await ask(id)
  }
  // Lists, numbers and pupils of the whole product are others now.
  void queryClient.invalidateQueries()
  await tell(id)
}

/** Follows a job wherever one goes in the app, and says when it is done (ux §3.13). */
export const watchImport = (id: number) => {
  if (watched.has(id)) return
  watched.add(id)
  void follow(id)
    .catch(() => {})
    .finally(() => watched.delete(id))
}

type Done = Pick<ImportSummary, 'id' | 'filename' | 'report' | 'undo_until'>

const askFirst = ({ filename, report, undo_until }: Done) =>
  confirmDialog({
    title: 'Import rückgängig machen?',
    message: (
      <>
        <p>
          „{filename}“{report && `: ${reportText(report)}`}.
        </p>
        <p>
          Angelegte Kinder werden wieder entfernt, geänderte Angaben zurückgesetzt. Kinder, die seitdem jemand geändert
          hat, bleiben, wie sie sind; danach steht hier, welche Zeilen das waren.
        </p>
        {undo_until && <p>Das ist bis {formatDateTime(undo_until)} Uhr möglich.</p>}
      </>
    ),
    accept: 'Rückgängig machen',
    type: 'attention',
    prefers: 'dismiss',
  })

/** Takes a whole import back after a question. */
export const takeBackImport = async (done: Done) => {
  if (!(await askFirst(done))) return
  const detail = await actOnce('import', () => call(pupilImportEndpoints.undo, { params: { id: done.id } }))
  if (!detail) return
  await keepImport(detail)
  const kept = detail.undo_report?.kept_lines ?? []
  const rest = kept.length > 0 ? ` Behalten, weil seitdem geändert: ${linesText(kept)}.` : ''
  notify(`Der Import ist rückgängig gemacht.${rest}`, kept.length > 0 ? { isLasting: true, type: 'info' } : {})
  void queryClient.invalidateQueries()
}
