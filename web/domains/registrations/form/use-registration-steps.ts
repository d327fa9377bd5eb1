import { useEffect, useMemo, useRef, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import type { FormSettings } from '#contract/registrations/registrations.public.ts'
import { registrationSteps, type StepKey } from '#contract/registrations/registrations.steps.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { focusHeading } from '#web/ui/native/NativeHeading.tsx'
import { errorLines, stepAfter, stepWithError, untouchedErrors, withReadDates } from './registration-flow.ts'
import { contextOf, type FormStart, type HistoryMark, loadRules, readMark, type View } from './start-registration.ts'

const remember = (mark: HistoryMark, how: 'push' | 'replace') => {
  if (how === 'push') history.pushState(mark, '')
  else history.replaceState(mark, '')
  return mark
}

/** The steps as pages of the browser's history: back and forward move between them, the address stays. */
const useStepHistory = (first: View) => {
  const [mark, setMark] = useState<HistoryMark>(() => {
    const known = readMark()
    return known?.view === first ? known : { view: first, depth: 0, checkDepth: null }
  })
  useEffect(() => {
    history.replaceState(mark, '')
  }, [mark])
  useEffect(() => {
    const follow = () => {
      const known = readMark()
      if (known && known.view !== 'receipt') setMark(known)
    }
    window.addEventListener('popstate', follow)
    return () => window.removeEventListener('popstate', follow)
  }, [])

  const open = (view: View, checkDepth: number | null) =>
    setMark(remember({ view, depth: mark.depth + 1, checkDepth }, 'push'))
  /** The next page; a change made from the check page stays one until it is back there. */
  const goTo = (view: View) => open(view, mark.checkDepth)
  /** A page to change something on, opened from the check page. */
  const goToChange = (view: View) => open(view, mark.checkDepth ?? mark.depth)
  const returnToCheck = () => history.go((mark.checkDepth ?? mark.depth) - mark.depth)
  /** Where one came from; `before` after a reload of a resumed draft, when there is no such page. */
  const goBack = (before: View) => {
    if (mark.depth > 0) history.back()
    else setMark(remember({ view: before, depth: 0, checkDepth: null }, 'replace'))
  }
  return { mark, goTo, goToChange, returnToCheck, goBack }
}

const isEmpty = (errors: Record<string, string>) => Object.keys(errors).length === 0

type Errors = Record<string, string>

/** The first message by dotted key. `attempt` counts refusals: only a new one moves the focus, a mended field does not. */
const useRefusedFields = () => {
  const [refusal, setRefusal] = useState({ errors: {} as Errors, attempt: 0 })
  return {
    ...refusal,
    setErrors: (errors: Errors) => setRefusal((known) => ({ errors, attempt: known.attempt + 1 })),
    clearErrors: () => setRefusal((known) => ({ ...known, errors: {} })),
    freeTouched: (before: FormAnswers, after: FormAnswers) =>
      setRefusal((known) => ({ ...known, errors: untouchedErrors(known.errors, before, after) })),
  }
}

/** Answers, errors and the way through the steps; validation happens on 'Weiter', never while typing (ux §1). */
export const useRegistrationSteps = (start: FormStart, settings: FormSettings) => {
  const context = useMemo(() => contextOf(settings), [settings])
  const [answers, setAnswers] = useState<FormAnswers>(start.answers)
  const { errors, attempt, setErrors, clearErrors, freeTouched } = useRefusedFields()
  const { mark, goTo, goToChange, returnToCheck, goBack } = useStepHistory(start.view)

  const form = { answers, context }
  const steps = registrationSteps(context)
  const view: View = mark.view
  const step = steps.find(({ key }) => key === view)
  const lines = step ? errorLines(errors, step.key, form) : []

  // A new page begins at its title, a refused one at the first field to mend.
  const firstWrong = lines[0]?.id
  const seen = useRef({ mark, attempt })
  useEffect(() => {
    if (seen.current.mark === mark && seen.current.attempt === attempt) return
    seen.current = { mark, attempt }
    if (firstWrong) focusField(firstWrong)
    else focusHeading()
  }, [mark, attempt, firstWrong])

  // Loaded while the first step is being filled in; without connection 'Weiter' tries again.
  const isStep = step !== undefined
  useEffect(() => {
    if (isStep) loadRules().catch(() => undefined)
  }, [isStep])

  /** What was refused is freed as soon as it is touched. */
  const change = (changed: FormAnswers) => {
    setAnswers(changed)
    freeTouched(answers, changed)
  }

  /** Shows errors where they belong; false when none of them belongs to a field that shows. */
  const showErrors = (found: Record<string, string>, read = answers) => {
    const wrong = stepWithError(found, { answers: read, context })
    if (!wrong) return false
    setErrors({ ...found })
    if (wrong !== view) goToChange(wrong)
    return true
  }

  /** Leaves the step when it is right; answers the step that follows, or undefined. */
  const goForward = async (from: StepKey): Promise<{ next: StepKey; answers: FormAnswers } | undefined> => {
    const { checkStep } = await loadRules()
    const read = withReadDates(form)
    setAnswers(read)
    const errorsOf = (key: StepKey) => firstMessages(checkStep(read, context, key))
    const found = errorsOf(from)
    if (!isEmpty(found)) {
      setErrors(found)
      return undefined
    }
    clearErrors()
    const isReview = mark.checkDepth !== null
    const incomplete = isReview ? steps.map(({ key }) => key).filter((key) => !isEmpty(errorsOf(key))) : []
    const next = stepAfter(from, { isReview, incomplete }, context)
    if (isReview && next === 'check') returnToCheck()
    else goTo(next)
    return { next, answers: read }
  }

  const leaveBackwards = (): { before: View; answers: FormAnswers } => {
    clearErrors()
    // The button leaves the focus in the field, so its date has not been read yet.
    const read = withReadDates(form)
    setAnswers(read)
    const before = steps[steps.findIndex(({ key }) => key === view) - 1]?.key ?? 'intro'
    goBack(before)
    return { before, answers: read }
  }

  /** Whether the whole application may be sent; if not, its first error shows. */
  const isComplete = async () => {
    const { checkRegistration } = await loadRules()
    const found = firstMessages(checkRegistration(answers, context).errors)
    if (isEmpty(found)) clearErrors()
    return isEmpty(found) || !showErrors(found)
  }

  return {
    ...{ answers, setAnswers, change, context, errors, lines, steps, step },
    ...{ goForward, leaveBackwards, goTo, goToChange, showErrors, isComplete },
  }
}
