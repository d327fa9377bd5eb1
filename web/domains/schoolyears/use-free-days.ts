import { useEffect, useRef, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { type Schoolyear, schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { isSameList, plainList, sortFreeDays, takeOver } from './free-day-list.ts'
import { loadSchoolyearAnew, YEAR_REPLIES } from './schoolyear-query.ts'

/** What is being changed, and over which version of the year. */
interface Draft {
  base: Schoolyear
  days: FreeDays[]
}

/** The first message about each entry: `free_days.3.date_end` belongs to the fourth. */
const byEntry = (errors: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(errors).map(([field, message]) => [Number(field.split('.')[1] ?? -1), message] as const),
  )

/** The free days of a year while they are being changed; nothing is stored before `save`, and then all together. */
export const useFreeDays = (stored: Schoolyear) => {
  const { preserved, remember } = usePreservedInput<Draft>()
  const [draft, setDraft] = useState(preserved?.base.id === stored.id ? preserved : undefined)
  const [errors, setErrors] = useState<Record<number, string>>({})
  const [conflict, setConflict] = useState<{ text: string; theirs: Schoolyear }>()
  const base = draft?.base ?? stored
  const days = draft?.days ?? sortFreeDays(stored.free_days)
  const isDirty = draft !== undefined && !isSameList(draft.days, draft.base.free_days)
  useEffect(() => remember(isDirty ? draft : undefined))
  useUnsavedChanges(isDirty)

  const change = (next: readonly FreeDays[]) => {
    setErrors({})
    setDraft({ base, days: sortFreeDays(next) })
  }
  const showConflict = async (failure: ApiFailure) => {
    const theirs =
      failure.message === ERROR_TEXTS.stale ? await loadSchoolyearAnew(base.id).catch(() => undefined) : undefined
    return theirs ? setConflict({ text: conflictText(failure), theirs }) : explainFailure(failure)
  }
  const call = useCall(schoolyearEndpoints.saveFreeDays, {
    invalidates: YEAR_REPLIES,
    onFieldErrors: (refused) => setErrors(byEntry(refused)),
    onFailure: showConflict,
  })
  const send = async ({ base: { id, version }, days: sent }: Draft) => {
    const reply = await call.run({ params: { id }, body: { free_days: plainList(sent), version } })
    if (!reply) return
    await loadSchoolyearAnew(id).catch(() => undefined)
    setDraft(undefined)
    notify(reply.message)
  }
  const save = async () => {
    if (draft && isDirty && !conflict) await send(draft)
  }
  return {
    days,
    errors,
    isDirty,
    conflict,
    isSaving: call.isRunning,
    save,
    cancel: () => {
      setDraft(undefined)
      setErrors({})
      setConflict(undefined)
    },
    /** `index` undefined: a further entry. */
    put: (day: FreeDays, index?: number) =>
      change(index === undefined ? [...days, day] : days.map((one, place) => (place === index ? day : one))),
    remove: (index: number) => change(days.filter((_, place) => place !== index)),
    take: (taken: Parameters<typeof takeOver>[1]) => change(takeOver(days, taken)),
    keepMine: async () => {
      if (!draft || !conflict) return
      const mine = { base: conflict.theirs, days: draft.days }
      setDraft(mine)
      setConflict(undefined)
      await send(mine)
    },
    takeTheirs: () => {
      setConflict(undefined)
      setDraft(undefined)
    },
  }
}

export type FreeDaysDraft = ReturnType<typeof useFreeDays>

/** The button that begins a further entry. */
export const ADD_BUTTON = 'add-free-day'

const QUESTION = 'Was Sie in dieser Zeile eingegeben haben, ist noch nicht in der Liste.'

const buttonId = (index: number) => `edit-free-day-${index}`

/** Which row is a form right now; when it is one no longer, the focus goes on beside it. */
export const useRowEditing = (draft: Pick<FreeDaysDraft, 'days' | 'isDirty' | 'put' | 'remove'>) => {
  const { days } = draft
  const [index, setIndex] = useState<number | 'new'>()
  // What is typed in the row's form and not part of the list yet.
  const isTyped = useRef(false)
  const unlessLost = (go: () => void) => {
    if (isTyped.current) void askToDiscard(QUESTION).then((isDiscarded) => isDiscarded && go())
    else go()
  }
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    const target = document.getElementById(next.current) ?? document.getElementById(ADD_BUTTON)
    next.current = undefined
    target?.focus()
  })
  const close = (focused: string) => {
    isTyped.current = false
    next.current = focused
    setIndex(undefined)
  }
  const open = (row: number | 'new') => {
    isTyped.current = false
    setIndex(row)
  }
  return {
    index,
    isGuarded: draft.isDirty,
    buttonId,
    add: () => unlessLost(() => open('new')),
    edit: (row: number) => unlessLost(() => open(row)),
    cancel: () => unlessLost(() => close(typeof index === 'number' ? buttonId(index) : ADD_BUTTON)),
    /** The form says whether something stands in it that would be lost. */
    markTyped: (isDirty: boolean) => {
      isTyped.current = isDirty
    },
    put: (day: FreeDays, row?: number) => {
      draft.put(day, row)
      const others = days.filter((_, place) => place !== row)
      close(row === undefined ? ADD_BUTTON : buttonId(sortFreeDays([...others, day]).indexOf(day)))
    },
    // The form of another row would go with it.
    remove: (row: number) =>
      unlessLost(() => {
        draft.remove(row)
        close(buttonId(Math.min(row, days.length - 2)))
      }),
    /** A form in a row is over, too, when the whole list changes. */
    stop: () => {
      isTyped.current = false
      setIndex(undefined)
    },
  }
}

export type RowEditing = ReturnType<typeof useRowEditing>
