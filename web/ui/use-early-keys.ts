import { useLayoutEffect, useRef } from 'react'

/** What a key writes; undefined: it means something else. */
const letterOf = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
  if (ctrlKey || metaKey || altKey) return undefined
  if (key === 'Enter') return '\n'
  return key.length === 1 ? key : undefined
}

/** What is on its way to the field: a person types on while the dialog comes; the page behind gets nothing of it. */
export const useEarlyKeys = (isOpening: boolean) => {
  const typed = useRef('')
  const stop = useRef(() => {})
  useLayoutEffect(() => {
    if (!isOpening) return
    typed.current = ''
    const keep = (event: KeyboardEvent) => {
      if (event.key === 'Escape') stop.current()
      const letter = letterOf(event)
      if (letter === undefined) return
      event.preventDefault()
      event.stopImmediatePropagation()
      if (!event.repeat) typed.current += letter
    }
    // Before everything else that listens.
    window.addEventListener('keydown', keep, true)
    stop.current = () => window.removeEventListener('keydown', keep, true)
    return () => stop.current()
  }, [isOpening])
  /** Ends it; a line end where Enter was pressed. */
  const take = () => {
    stop.current()
    const early = typed.current
    typed.current = ''
    return early
  }
  return take
}
