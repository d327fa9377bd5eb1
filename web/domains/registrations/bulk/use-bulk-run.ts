import { useEffect, useRef, useState } from 'react'
import type { PlacesWarning } from '#contract/registrations/registrations.bulk.ts'
import { placesText } from '#contract/registrations/registrations.bulk.ts'
import { ApiFailure } from '#web/api/client.ts'
import { explainFailure, failureText, isOtherSchool } from '#web/api/errors.ts'
import { randomKey } from '#web/api/random-key.ts'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { notify } from '#web/shell/notify.tsx'
import { applicationsText, type BulkJob } from './bulk-jobs.ts'
import {
  type BulkChunk,
  type BulkResult,
  CHUNK_SIZE,
  chunksOf,
  countLeft,
  isRefused,
  mergedWarnings,
  refusedOf,
  runChunks,
} from './bulk-run.ts'

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

/** While it runs the browser asks before the page is left: the rest would not be done. */
const useLeaveGuard = (isRunning: boolean) =>
  useEffect(() => {
    if (!isRunning) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isRunning])

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
  useLeaveGuard(state?.isRunning ?? false)

  const tell = (after: BulkState) => {
    const { job, results } = after
    onDone(results.filter((result) => !isRefused(result)).map(({ id }) => id))
    if (isThere.current && hasMoreToTell(after)) return setState(after)
    setState(undefined)
    const back = job.undo(results)
    const next = job.next?.(results)
    const text = [job.doneText(results), notDoneText(after), ...after.warnings.map(placesText), next?.text]
      .filter(Boolean)
      .join(' ')
    notify(text, { ...(back && { undo: () => start(back) }), ...(next && { link: next.link }) })
  }

  const go = async (before: BulkState, chunks: BulkState['left']) => {
    isCancelled.current = false
    let current: BulkState = { ...before, left: chunks, isRunning: true, isStopping: false, failure: undefined }
    setState(current)
    const { left, failure } = await runChunks(chunks, {
      send: current.job.send,
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

  const start = (job: BulkJob) =>
    go(
      { job, results: [], warnings: [], left: [], isRunning: true, isStopping: false, failure: undefined },
      chunksOf(job.items, randomKey),
    )

  return {
    state,
    start,
    /** What is under way is waited for; no call is broken off. */
    stop: () => {
      isCancelled.current = true
      setState((before) => before && { ...before, isStopping: true })
    },
    /** Goes on with what is left. */
    goOn: () => {
      if (state) void go(state, state.left)
    },
    undo: () => {
      const back = state?.job.undo(state.results)
      if (back) void start(back)
    },
    close: () => setState(undefined),
    isRunning: state?.isRunning ?? false,
    doneSoFar: state ? state.results.length : 0,
    total: state ? state.job.items.length : 0,
    countLeft: state ? countLeft(state.left) : 0,
  }
}
export type BulkRun = ReturnType<typeof useBulkRun>
