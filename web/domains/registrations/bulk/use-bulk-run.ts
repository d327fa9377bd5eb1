import { useEffect, useRef, useState } from 'react'
import { type PlacesWarning, placesText } from '#contract/registrations/registrations.bulk.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure, failureText, isOtherSchool } from '#web/api/errors.ts'
import { randomKey } from '#web/api/random-key.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeaveQuestion } from '#web/ui/use-leave-question.ts'
import {
  applicationsText,
  type BulkChunk,
  type BulkJob,
  type BulkReply,
  type BulkResult,
  type BulkSend,
  isRefused,
  refusedOf,
} from './bulk-jobs.ts'

/** Changes per call: enough to be quick, few enough that the user can stop in between. */
export const CHUNK_SIZE = 25

export const chunksOf = <C>(items: readonly C[], newKey: () => string): BulkChunk<C>[] =>
  Array.from({ length: Math.ceil(items.length / CHUNK_SIZE) }, (_, index) => ({
    items: items.slice(index * CHUNK_SIZE, (index + 1) * CHUNK_SIZE),
    key: newKey(),
  }))

/**
 * One chunk after the other until all are done, somebody stops it or a call fails. What is left begins with the chunk
 * that failed: of that one nobody knows whether it was done.
 */
export async function runChunks<C>(
  chunks: readonly BulkChunk<C>[],
  on: { send: BulkSend<C>; onReply: (reply: BulkReply) => void; isCancelled: () => boolean },
): Promise<{ left: readonly BulkChunk<C>[]; failure?: unknown }> {
  for (const [index, chunk] of chunks.entries()) {
    if (on.isCancelled()) return { left: chunks.slice(index) }
    try {
      on.onReply(await on.send(chunk))
    } catch (failure) {
      return { left: chunks.slice(index), failure }
    }
  }
  return { left: [] }
}

export const countLeft = (chunks: readonly BulkChunk<unknown>[]) =>
  chunks.reduce((sum, { items }) => sum + items.length, 0)

/** The last word on each year and grade: more chunks may have brought more accepted. */
export const mergedWarnings = (before: readonly PlacesWarning[], more: readonly PlacesWarning[]) => [
  ...before.filter(
    (old) => !more.some(({ school_year, grade }) => school_year === old.school_year && grade === old.grade),
  ),
  ...more,
]

export interface BulkState {
  job: BulkJob
  results: readonly BulkResult[]
  warnings: readonly PlacesWarning[]
  /** Not done: stopped, or begun with a chunk that got no answer. */
  left: readonly BulkChunk<{ id: number }>[]
  isRunning: boolean
  isStopping: boolean
  /** Why it stopped, in words. */
  failure: string | undefined
}

/** Leads away from the page: nothing is to be told on it. */
const isOver = (failure: unknown) => (failure instanceof ApiFailure && failure.status === 401) || isOtherSchool(failure)

const hasMoreToTell = ({ job, results, warnings, left }: BulkState) =>
  job.alwaysTells ||
  left.length > 0 ||
  warnings.length > 0 ||
  results.length > CHUNK_SIZE ||
  refusedOf(results).length > 0

/** For who went to another page meanwhile. */
const notDoneText = ({ results, left }: BulkState) => {
  const count = refusedOf(results).length + countLeft(left)
  return count > 0 && `${applicationsText(count)} nicht geändert.`
}

/**
 * Runs jobs over many applications: shows how far they are, lets them be stopped between two calls and tells what came of
 * each; a short one that went well only says so, with the way back.
 */
export const useBulkRun = (onDone: (ids: readonly number[]) => void) => {
  const [state, setState] = useState<BulkState>()
  const isCancelled = useRef(false)
  const isThere = useRef(true)
  useEffect(() => {
    isThere.current = true
    return () => {
      isThere.current = false
    }
  }, [])
  const isRunning = state?.isRunning ?? false
  // The rest would not be done.
  useLeaveQuestion(isRunning)

  const tell = (after: BulkState) => {
    const { job, results } = after
    onDone(results.filter((result) => !isRefused(result)).map(({ id }) => id))
    if (isThere.current && hasMoreToTell(after)) return setState(after)
    setState(undefined)
    const back = job.undo(results)
    const next = job.next?.(results)
    const texts = [job.doneText(results), notDoneText(after), ...after.warnings.map(placesText), next?.text]
    notify(texts.filter(Boolean).join(' '), {
      ...(back && { undo: () => start(back) }),
      ...(next && { link: next.link }),
    })
  }

  const go = async (before: Pick<BulkState, 'job' | 'results' | 'warnings' | 'left'>) => {
    isCancelled.current = false
    let current: BulkState = { ...before, isRunning: true, isStopping: false, failure: undefined }
    setState(current)
    const { left, failure } = await runChunks(before.left, {
      send: before.job.send,
      isCancelled: () => isCancelled.current,
      onReply: ({ results, warnings = [] }) => {
        current = {
          ...current,
          results: [...current.results, ...results],
          warnings: mergedWarnings(current.warnings, warnings),
        }
        setState({ ...current, isStopping: isCancelled.current })
      },
    })
    void refreshRegistrations()
    if (isOver(failure)) {
      setState(undefined)
      return explainFailure(failure)
    }
    tell({ ...current, left, isRunning: false, isStopping: false, failure: failure ? failureText(failure) : undefined })
  }
  const start = (job: BulkJob) => go({ job, results: [], warnings: [], left: chunksOf(job.items, randomKey) })

  return {
    state,
    isRunning,
    start,
    /** What is under way is waited for; no call is broken off. */
    stop: () => {
      isCancelled.current = true
      setState((before) => before && { ...before, isStopping: true })
    },
    /** Goes on with what is left. */
    goOn: () => state && void go(state),
    close: () => setState(undefined),
  }
}
export type BulkRun = ReturnType<typeof useBulkRun>
