import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { actOnce } from '#web/api/act-once.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { renewReplies } from '#web/api/queries.ts'

/** Loaded replies that are no longer true once a class or its pupils have changed. */
export const CHANGED_BY_CLASSES = [
  schoolclassEndpoints.list,
  schoolclassEndpoints.get,
  schoolclassEndpoints.contacts,
  schoolclassEndpoints.assignedByUser,
  pupilEndpoints.list,
  pupilDetailsEndpoints.get,
  pupilStatsEndpoints.get,
  pupilEndpoints.formOptions,
]

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
export const classAction = <R>({ name, send, onRefused }: ClassAction<R>) => {
  const sendAndRefresh = async () => {
    const reply = await send()
    void refreshClasses()
    return reply
  }
  const explain = async (failure: unknown) => {
    const isSaid = failure instanceof ApiFailure && failure.status !== 401 && (await onRefused?.(failure))
    if (!isSaid) await explainFailure(failure)
  }
  return actOnce(`class ${name}`, sendAndRefresh, explain)
}
