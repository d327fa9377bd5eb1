import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { formatDate, isIsoDay } from '#contract/dates.ts'
import { type ExitPreview, employeeEndpoints } from '#contract/employees/employees.ts'
import { actOnce } from '#web/api/act-once.ts'
import { ApiFailure, call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { previewQuery } from '#web/api/queries.ts'
import { notify } from '#web/shell/notify.tsx'
import { useLeaveQuestion } from '#web/ui/use-leave-question.ts'
import { refreshEmployees } from './employee-queries.ts'

export interface Exit {
  person: ExitPreview
  /** What came of it; undefined: not entered yet, or no answer came. */
  outcome: { isDone: boolean; text: string } | undefined
}

/** Whoever may leave on this day and has no exit yet. */
export const isOpenExit = ({ person, outcome }: Exit) => person.refusal === null && !outcome?.isDone

export const peopleText = (count: number) => (count === 1 ? '1 Person' : `${count.toLocaleString('de-DE')} Personen`)

/** A refusal is about one person; everything else, such as a lost connection, is about all that follow. */
const isRefusal = (failure: unknown) => failure instanceof ApiFailure && [404, 409, 422, 429].includes(failure.status)

const leave = (id: number, date_exit: string | null) =>
  call(employeeEndpoints.leave, { params: { id }, body: { date_exit } })

/** Takes back the exits that were entered together. */
const takeBack = (ids: readonly number[]) =>
  actOnce(`exits ${ids.join(' ')}`, async () => {
    try {
      for (const id of ids) await leave(id, null)
      notify(`Der Abgang von ${peopleText(ids.length)} ist zurückgenommen.`)
    } finally {
      void refreshEmployees()
    }
  })

/** What the exits on a day would do; until a day is chosen, the server proposes the end of the school year. */
const useExitPreview = (ids: readonly number[], day: string | undefined) => {
  const body = { ids: [...ids], ...(day !== undefined && { date_exit: day }) }
  return useQuery({
    ...previewQuery(employeeEndpoints.previewExits, { body }, { quiet: true }),
    enabled: day === undefined || isIsoDay(day),
    retry: false,
    gcTime: 0,
  })
}

/** Enters the exits of several people one after the other, by the call of a single one. */
export const useExits = (ids: readonly number[]) => {
  const [typed, setTyped] = useState<string>()
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, NonNullable<Exit['outcome']>>>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isCancelled = useRef(false)
  useLeaveQuestion(isRunning)
  const { data, error, isPlaceholderData } = useExitPreview(ids, typed)
  const day = typed ?? data?.date_exit ?? ''
  const exits = (data?.people ?? []).map((person): Exit => ({ person, outcome: outcomes.get(person.id) }))
  const isSettled = data !== undefined && !isPlaceholderData && !error && isIsoDay(day)

  const note = (id: number, isDone: boolean, text: string) =>
    setOutcomes((before) => new Map(before).set(id, { isDone, text }))

  /** False: it was refused, and the row says why. */
  const tryOne = async (id: number) => {
    try {
      await leave(id, day)
      note(id, true, 'eingetragen')
      return true
    } catch (refused) {
      if (!isRefusal(refused)) throw refused
      note(id, false, failureText(refused))
      return false
    }
  }

  /** Answers whether nobody is left. */
  const send = async () => {
    isCancelled.current = false
    setRunning(true)
    setFailure(undefined)
    const open = exits.filter(isOpenExit)
    let count = 0
    try {
      for (const { person } of open) {
        if (isCancelled.current) break
        if (await tryOne(person.id)) count += 1
      }
    } catch (broken) {
      setFailure(failureText(broken))
    }
    setRunning(false)
    void refreshEmployees()
    return count === open.length
  }

  return {
    day,
    /** Why the day is not possible for anybody. */
    dayError: error ? failureText(error) : undefined,
    setDay: setTyped,
    exits,
    isSettled,
    isRunning,
    failure,
    send,
    stop: () => {
      isCancelled.current = true
    },
    /** Says what was entered, with the way back. */
    report: (done: readonly number[]) => {
      if (done.length === 0) return
      const undo = async () => {
        await takeBack(done)
      }
      notify(`Der Abgang von ${peopleText(done.length)} zum ${formatDate(day)} ist eingetragen.`, { undo })
    },
  }
}
