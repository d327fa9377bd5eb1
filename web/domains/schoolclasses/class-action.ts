import { ApiFailure } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'
import { CHANGED_BY_CLASSES } from './changed-by-classes.ts'

const running = new Set<string>()

/** After a change: what was loaded of classes and pupils is asked anew. */
export const refreshClasses = () => renewReplies(CHANGED_BY_CLASSES)

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
    if (!isSaid) await explainFailure(failure)
    return undefined
  } finally {
    running.delete(name)
  }
}
