import { useLayoutEffect, useState } from 'react'

/** Whether the table is wider than its box, so that it must scroll sideways. */
export const useIsWide = (box: HTMLElement | null) => {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const table = box?.firstElementChild
    if (!box || !(table instanceof HTMLElement)) return
    // The border counts: the scroll bar of a box takes room that a page does not need.
    const measure = () => setWide(table.offsetWidth > box.offsetWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box])
  return isWide
}
