import { useCallback, useEffect, useRef } from 'react'

/** Runs a function once the next render is on the page: a new field can take the focus only then. */
export const useAfterRender = () => {
  const waiting = useRef<() => void>(undefined)
  useEffect(() => {
    const run = waiting.current
    waiting.current = undefined
    run?.()
  })
  return useCallback((run: () => void) => {
    waiting.current = run
  }, [])
}
