import { useEffect, useRef, useState } from 'react'
import type { FreeDays } from '#contract/schoolyears/schoolyears.free-days.ts'
import { sortFreeDays } from './free-day-list.ts'
import type { FreeDaysDraft } from './use-free-days.ts'

/** The button that begins a further entry. */
export const ADD_BUTTON = 'add-free-day'

const buttonId = (index: number) => `edit-free-day-${index}`

/** Which row is a form right now; when it is one no longer, the focus goes on beside it. */
export const useRowEditing = (draft: Pick<FreeDaysDraft, 'days' | 'put' | 'remove'>) => {
  const { days } = draft
  const [index, setIndex] = useState<number | 'new'>()
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    const target = document.getElementById(next.current) ?? document.getElementById(ADD_BUTTON)
    next.current = undefined
    target?.focus()
  })
  const close = (focused: string) => {
    next.current = focused
    setIndex(undefined)
  }
  return {
    index,
    buttonId,
    add: () => setIndex('new'),
    edit: (row: number) => setIndex(row),
    cancel: () => close(typeof index === 'number' ? buttonId(index) : ADD_BUTTON),
    put: (day: FreeDays, row?: number) => {
      draft.put(day, row)
      const others = days.filter((_, place) => place !== row)
      close(row === undefined ? ADD_BUTTON : buttonId(sortFreeDays([...others, day]).indexOf(day)))
    },
    remove: (row: number) => {
      draft.remove(row)
      close(buttonId(Math.min(row, days.length - 2)))
    },
    /** A form in a row is over, too, when the whole list changes. */
    stop: () => setIndex(undefined),
  }
}

export type RowEditing = ReturnType<typeof useRowEditing>
