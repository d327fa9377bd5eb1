import { useEffect, useRef } from 'react'

/** Keeps a form in sight with its last button while it is drawn, part by part, until somebody types. */
export const useWholeInSight = () => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const box = form.current
    if (!box) return
    const observer = new ResizeObserver(() => box.scrollIntoView({ block: 'nearest' }))
    const stop = () => observer.disconnect()
    observer.observe(box)
    box.addEventListener('input', stop, { once: true })
    return stop
  }, [])
  return form
}
