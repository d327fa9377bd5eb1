import { useEffect, useRef } from 'react'

/** For short forms: after a refused submit the first refused field takes the focus, also from a summary above it. */
export const useFocusOnError = (attempt: number) => {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (attempt > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [attempt])
  return form
}
