import { useLayoutEffect, useState } from 'react'

/** Whether the table in the box is wider than it, and so must scroll sideways. */
export const useIsWide = (box: HTMLDivElement | null) => {
  const [isWide, setWide] = useState(false)
  useLayoutEffect(() => {
    const table = box?.firstElementChild
    if (!box || !(table instanceof HTMLElement)) return
    // With its border: the bar of a box that scrolls takes room that a page does not need.
    const measure = () => setWide(table.offsetWidth > box.offsetWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(box)
    observer.observe(table)
    return () => observer.disconnect()
  }, [box])
  return isWide
}
