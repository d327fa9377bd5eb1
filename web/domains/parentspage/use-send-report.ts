import { useEffect, useMemo, useRef, useState } from 'react'
import type { PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { createSubmission, type SubmissionState } from '#web/api/submission.ts'
import type { ReportBody } from './report-answers.ts'

/** A phone in a dead spot may wait for minutes; the next try has the same key. */
const SEND_MS = 20_000

const send = async (body: ReportBody, idempotencyKey: string): Promise<PublicSicknoteReply> => {
  // AbortSignal.timeout is missing on phones that are still in use (iOS 15).
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), SEND_MS)
  try {
    return await call(publicSicknoteEndpoints.add, { body, idempotencyKey, signal: stop.signal })
  } catch (failure) {
    throw stop.signal.aborted ? new ApiFailure({ status: 0 }) : failure
  } finally {
    clearTimeout(timer)
  }
}

/** Leaving would lose the report: it is kept nowhere but here (domain §5.6). */
const useLeaveWarning = (isUnsent: boolean) => {
  useEffect(() => {
    if (!isUnsent) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsent])
}

type WaitingState = Extract<SubmissionState, { kind: 'waiting' }>

/** Sends a report once, however often it is pressed and tried; `waiting` is set from the first failed try to the end. */
export const useSendReport = () => {
  const [state, setState] = useState<SubmissionState>({ kind: 'idle' })
  const [waiting, setWaiting] = useState<WaitingState>()
  const isRunning = useRef(false)
  const submission = useMemo(
    () =>
      createSubmission({
        send,
        onState: (next) => {
          setState(next)
          if (next.kind === 'waiting') setWaiting(next)
        },
      }),
    [],
  )
  useEffect(() => {
    window.addEventListener('online', submission.retryNow)
    return () => {
      window.removeEventListener('online', submission.retryNow)
      submission.cancel()
    }
  }, [submission])
  useLeaveWarning(state.kind !== 'idle')

  /** The reply; undefined when it was given up or runs already. Throws refusals. */
  const submit = async (body: ReportBody) => {
    if (isRunning.current) return undefined
    isRunning.current = true
    try {
      const reply = await submission.submit(body)
      if (reply) submission.forget()
      return reply
    } finally {
      isRunning.current = false
      setWaiting(undefined)
      submission.finish()
    }
  }
  return {
    submit,
    isSending: state.kind === 'sending',
    waiting,
    retryNow: submission.retryNow,
    cancel: submission.cancel,
  }
}
