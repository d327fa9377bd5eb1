import { useRef } from 'react'
import { isIsoDay } from '#contract/dates.ts'

/**
 * The end of a range while its beginning is typed: a later beginning takes it along, and half a date (24.1 on the way to
 * 24.11.) gives it back.
 */
export const useEndAlong = (dateEnd: string) => {
  const moved = useRef({ from: '', to: '' })
  /** `start`: YYYY-MM-DD, undefined while it is no date. */
  return (start: string | undefined) => {
    const from = moved.current.to === dateEnd ? moved.current.from : dateEnd
    const to = start && isIsoDay(from) && from < start ? start : from
    moved.current = { from, to }
    return to
  }
}
