import { ApiFailure } from '#web/api/client.ts'
import { explainFailure, FAILURE_TITLE, hasFieldErrors } from '#web/api/errors.ts'
import { queryClient } from '#web/api/query-client.ts'
import { alertDialog } from '#web/shell/dialogs.tsx'
import { CHANGED_BY_CLASSES } from './schoolclass-queries.ts'

const running = new Set<string>()

/** After a change: what was loaded of classes and pupils is asked anew. */
export const refreshClasses = () => {
  const keys = CHANGED_BY_CLASSES.map(({ method, path }) => `${method} ${path}`)
  return queryClient.invalidateQueries({ predicate: ({ queryKey }) => keys.includes(String(queryKey[0])) })
}

/** A refusal without a form: what it says about a field is an alert as well. */
export const explainRefusal = async (failure: unknown) => {
  if (!hasFieldErrors(failure)) return explainFailure(failure)
  const message = Object.values(failure.errors)[0]
  await alertDialog({ title: FAILURE_TITLE, message, type: 'negative' })
}

interface ClassAction<R> {
  /** A second press while the first runs is ignored (spec §4). */
  name: string
  send: () => Promise<R>
  /** True: the refusal needs no more words. */
  onRefused?: (failure: ApiFailure) => Promise<boolean>
}

/** One call from a list or a menu; answers its reply, undefined when it was refused. */
export const classAction = async <R>({ name, send, onRefused }: ClassAction<R>): Promise<R | undefined> => {
  if (running.has(name)) return undefined
  running.add(name)
  try {
    const reply = await send()
    void refreshClasses()
    return reply
  } catch (failure) {
    running.delete(name)
    const isSaid = failure instanceof ApiFailure && failure.status !== 401 && (await onRefused?.(failure))
    if (!isSaid) await explainRefusal(failure)
    return undefined
  } finally {
    running.delete(name)
  }
}
