import { Card } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import type { FieldErrors } from '#contract/registrations/registrations.check.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import { registrationSteps } from '#contract/registrations/registrations.steps.ts'
import { answerLabel } from '#web/domains/registrations/answer-labels.ts'
import { RegistrationForm } from '#web/domains/registrations/form/RegistrationForm.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { submits } from '#web/ui/submits.ts'

type Errors = Record<string, string>

/** Refused fields are freed as they are mended; no other joins them while one types. */
export const useRefusedAnswers = () => {
  const [errors, setErrors] = useState<Errors>({})
  const [attempt, setAttempt] = useState(0)
  return {
    errors,
    attempt,
    clear: () => setErrors({}),
    refuse: (refused: Errors) => {
      setErrors(refused)
      setAttempt((count) => count + 1)
    },
    freeMended: (check: () => { errors: FieldErrors }) => {
      const shown = Object.keys(errors)
      if (shown.length === 0) return
      const open = firstMessages(check().errors)
      setErrors(Object.fromEntries(shown.flatMap((key) => (open[key] ? [[key, open[key]]] : []))))
    },
  }
}

const labelsOf = (context: FormContext) =>
  Object.fromEntries(
    registrationSteps(context)
      .flatMap(({ fields }) => fields)
      .map(({ key }) => [key, answerLabel(key, context) ?? key]),
  )

interface RegistrationAnswersFormProps {
  edited: {
    answers: FormAnswers
    setAnswers: (answers: FormAnswers) => void
    refused: ReturnType<typeof useRefusedAnswers>
    submit: () => unknown
  }
  context: FormContext
  /** The answers were given, and are only put right. */
  onlySlips?: true
  className: string
  /** Below the questions. */
  children: ReactNode
}

/** The questions of an application as the office answers them, on one page. */
export const RegistrationAnswersForm = (props: RegistrationAnswersFormProps) => {
  const { edited, context, onlySlips = false, className, children } = props
  const { errors, attempt } = edited.refused
  return (
    <form className={`sh-stack sh-gap-4 ${className}`} noValidate onSubmit={submits(edited.submit)}>
      <ErrorSummary errors={errors} labels={labelsOf(context)} attempt={attempt} />
      <Card>
        <RegistrationForm
          answers={edited.answers}
          onChange={edited.setAnswers}
          context={context}
          errors={errors}
          onlySlips={onlySlips}
        />
      </Card>
      {children}
    </form>
  )
}
