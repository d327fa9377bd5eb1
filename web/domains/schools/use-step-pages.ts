import { useEffect, useRef, useState } from 'react'
import { focusStartOfPage } from '#web/shell/page-start.ts'

const MARK = 'schulhofStep'

const stepOf = (state: unknown) => Number((state as Record<string, unknown> | null)?.[MARK] ?? 0)
const withStep = (step: number) => ({ ...(history.state as object | null), [MARK]: step })

/**
 * The steps of a form as pages of the browser's history: back and forward move between them, and the address stays. A
 * page that is loaded begins at its first step.
 */
export const useStepPages = () => {
  const [step, setStep] = useState(0)
  useEffect(() => {
    history.replaceState(withStep(0), '')
    const follow = ({ state }: PopStateEvent) => setStep(stepOf(state))
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const goForward = () => {
    history.pushState(withStep(step + 1), '')
    setStep(step + 1)
  }
  const goBackTo = (earlier: number) => {
    if (earlier >= step) return
    // The browser answers later; what leads to a field of that step works at once.
    setStep(earlier)
    history.go(earlier - step)
  }
  return { step, goForward, goBackTo }
}

/** A new step begins at the start of the page, unless refused fields are listed there: those have the focus already. */
export const useStepStart = (step: number, hasErrors: boolean) => {
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    window.scrollTo(0, 0)
    if (!hasErrors) focusStartOfPage()
  }, [step, hasErrors])
}
