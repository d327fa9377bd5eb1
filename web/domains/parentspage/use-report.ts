import { useState } from 'react'
import { berlinTime } from '#contract/dates.ts'
import type { PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { ApiFailure } from '#web/api/client.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import type { LoadedChildren, ReportChild } from './load-children.ts'
import {
  checkReport,
  chosenChildren,
  daysAfterMidnight,
  firstDays,
  freshAnswers,
  placedErrors,
  REPORT_FIELDS,
  type ReportAnswers,
  type ReportErrors,
  rangeOf,
  readAnswers,
  reportOf,
} from './report-answers.ts'
import { offeredDays } from './report-days.ts'
import { useSendReport } from './use-send-report.ts'

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
