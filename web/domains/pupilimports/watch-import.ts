import { isImportRunning } from '#contract/pupilimports/pupilimports.ts'
import { ApiFailure } from '#web/api/client.ts'
import { queryClient } from '#web/api/query-client.ts'
import { paths } from '#web/paths.ts'
import { currentPath } from '#web/shell/app-history.ts'
import { notify } from '#web/shell/notify.tsx'
import { importQuery } from './import-queries.ts'
import { reportText } from './import-texts.ts'

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
