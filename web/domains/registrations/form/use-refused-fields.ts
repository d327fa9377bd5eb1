import { useState } from 'react'
import type { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'
import { untouchedErrors } from './registration-flow.ts'

type Errors = Record<string, string>

/** The first message by dotted key. `attempt` counts refusals: only a new one moves the focus, a mended field does not. */
export const useRefusedFields = () => {
  const [refusal, setRefusal] = useState({ errors: {} as Errors, attempt: 0 })
  return {
    ...refusal,
    setErrors: (errors: Errors) => setRefusal((known) => ({ errors, attempt: known.attempt + 1 })),
    clearErrors: () => setRefusal((known) => ({ ...known, errors: {} })),
    freeTouched: (before: FormAnswers, after: FormAnswers) =>
      setRefusal((known) => ({ ...known, errors: untouchedErrors(known.errors, before, after) })),
  }
}
