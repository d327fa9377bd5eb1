import { useEffect, useMemo, useRef, useState } from 'react'
import { berlinTime } from '#contract/dates.ts'
import { type PublicSicknoteReply, publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { createSubmission, type SubmissionState } from '#web/api/submission.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import {
  checkReport,
  chosenChildren,
  daysAfterMidnight,
  firstDays,
  freshAnswers,
  placedErrors,
  REPORT_FIELDS,
  type ReportAnswers,
  type ReportBody,
  type ReportErrors,
  rangeOf,
  readAnswers,
  reportOf,
} from './report-answers.ts'
import { offeredDays } from './report-days.ts'
import type { LoadedChildren, ReportChild } from './use-children.ts'

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
const useSendReport = () => {
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

const firstWrong = (errors: ReportErrors) => REPORT_FIELDS.find((field) => errors[field])

/** A change of these mends each other: they are validated together. */
const DAY_FIELDS = ['when', 'dateStart', 'dateEnd', 'partial', 'timeStart', 'timeEnd']

const withoutMended = (errors: ReportErrors, changed: Partial<ReportAnswers>): ReportErrors => {
  const keys = Object.keys(changed)
  const isDays = keys.some((key) => DAY_FIELDS.includes(key))
  const mended = [...keys, ...(isDays ? DAY_FIELDS : []), ...('leftOut' in changed ? ['children'] : [])]
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !mended.includes(field)))
}

interface UnsentReport {
  children: readonly ReportChild[]
  range: { dateStart: string; dateEnd: string }
}

interface ReportParts {
  loaded: LoadedChildren
  today: string
  reload: () => Promise<void>
  onSent: (reply: PublicSicknoteReply, children: readonly ReportChild[]) => void
}

/** Wall clock in Berlin; only proposes a day, so the phone's clock will do. */
const timeNow = () => berlinTime(new Date())

interface Answering {
  answers: ReportAnswers
  errors: ReportErrors
  change: (changed: Partial<ReportAnswers>) => void
}

const inputsOf = ({ answers, errors, change }: Answering) => {
  /** Name and fault of a field. */
  const named = (id: string) => ({ id, ...(errors[id] ? { error: errors[id] } : {}) })
  /** The same with what is typed there. */
  const typed = (id: 'dateEnd' | 'reporterName' | 'reporterPhone' | 'comment') => ({
    ...named(id),
    value: answers[id],
    onChange: (text: string) => change({ [id]: text }),
  })
  return { named, typed }
}

/** A report from its first choice until it is sent. */
export const useReport = ({ loaded, today, reload, onSent }: ReportParts) => {
  const { children } = loaded
  const calendar = (children[0] as ReportChild).sicknote
  const offered = offeredDays(today, calendar)
  const place = { children, today, offered }
  const fresh = () => firstDays(offered, { today, time: timeNow(), calendar })
  const [answers, setAnswers] = useState(() => freshAnswers(fresh()))
  const [errors, setErrors] = useState<ReportErrors>({})
  const [refusal, setRefusal] = useState<string>()
  const [isTouched, setTouched] = useState(false)
  const [answeredOn, setAnsweredOn] = useState(today)
  // Over midnight 'heute' becomes another day; what was sent does not.
  const [unsent, setUnsent] = useState<UnsentReport>({ children: [], range: rangeOf(answers, place) })
  const sending = useSendReport()
  const afterRender = useAfterRender()

  if (answeredOn !== today && !sending.waiting) {
    setAnsweredOn(today)
    setAnswers({ ...answers, ...daysAfterMidnight(answers, { fresh: fresh(), isTouched }) })
    setErrors({})
  }

  const change = (changed: Partial<ReportAnswers>) => {
    // Leaving a field writes what it holds: the errors that moved the focus stay.
    if (Object.entries(changed).every(([key, value]) => answers[key as keyof ReportAnswers] === value)) return
    setTouched(true)
    setAnswers({ ...answers, ...changed })
    setErrors(withoutMended(errors, changed))
    setRefusal(undefined)
  }
  const showErrors = (found: ReportErrors) => {
    setErrors(found)
    const wrong = firstWrong(found)
    if (wrong) afterRender(() => focusField(wrong))
    return wrong !== undefined
  }
  const refuse = async (failure: unknown) => {
    if (failure instanceof ApiFailure && failure.status === 404) await reload()
    const isShown = failure instanceof ApiFailure && showErrors(placedErrors(failure.errors, answers))
    if (!isShown)
      setRefusal(failure instanceof ApiFailure && failure.status === 429 ? failure.message : publicFailureText(failure))
  }
  const send = async () => {
    const read = readAnswers(answers, today)
    setAnswers(read)
    setRefusal(undefined)
    if (showErrors(checkReport(read, place))) return
    const chosen = chosenChildren(read, place)
    setUnsent({ children: chosen, range: rangeOf(read, place) })
    try {
      const reply = await sending.submit(reportOf(read, place))
      if (!reply) return
      setTouched(false)
      onSent(reply, chosen)
    } catch (failure) {
      await refuse(failure)
    }
  }
  return {
    ...sending,
    ...inputsOf({ answers, errors, change }),
    answers,
    place,
    calendar,
    errors,
    refusal,
    change,
    send,
    range: rangeOf(answers, place),
    unsent,
    startAgain: () => setAnswers(freshAnswers(fresh())),
  }
}

export type Report = ReturnType<typeof useReport>
