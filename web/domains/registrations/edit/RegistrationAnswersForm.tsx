import { Card } from '@mantine/core'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { firstMessages } from '#contract/first-messages.ts'
import type { FieldErrors } from '#contract/registrations/registrations.check.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import { answerLabel } from '#web/domains/registrations/answer-labels.ts'
import { officeSteps } from '#web/domains/registrations/form/office-steps.ts'
import { RegistrationForm } from '#web/domains/registrations/form/RegistrationForm.tsx'
import { errorLines } from '#web/domains/registrations/form/registration-flow.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { ErrorSummary } from '#web/forms/ErrorSummary.tsx'
import { ContentsMenu } from '#web/ui/ContentsMenu.tsx'
import { submits } from '#web/ui/submits.ts'
import classes from './registration-edit.module.css'

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

/** Several labels stand in one line: „Vorname (Person 1)“ is shorter there than the whole heading of the group. */
const labelOf = ({ key, label }: FormField, context: FormContext) => {
  const [, position] = /^contacts\.(\d+)\./.exec(key) ?? []
  return position === undefined ? (answerLabel(key, context) ?? key) : `${label} (Person ${Number(position) + 1})`
}

const labelsOf = (context: FormContext) =>
  Object.fromEntries(
    officeSteps(context)
      .flatMap(({ fields }) => fields)
      .map((field) => [field.key, labelOf(field, context)]),
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
  /** The parts of the page below the questions. */
  more?: readonly { id: string; title: string }[]
  /** Below the questions. */
  children: ReactNode
}

type DateControl = NonNullable<ComponentProps<typeof RegistrationForm>['DateControl']>

/** The date field of the office's other forms. */
const OfficeDateField: DateControl = ({ label, isOptional, advice, error, hint: _, ...typed }) => (
  <div className={classes.date}>
    <DateField
      {...typed}
      label={isOptional ? `${label} (optional)` : label}
      autoComplete="off"
      description={advice}
      error={error}
    />
  </div>
)

/** The questions of an application as the office answers them, on one page. */
export const RegistrationAnswersForm = (props: RegistrationAnswersFormProps) => {
  const { edited, context, onlySlips = false, more = [], children } = props
  const { errors, attempt } = edited.refused
  const places = officeSteps(context).map(({ key, title }) => ({
    id: `step-${key}`,
    title,
    errors: errorLines(errors, key, { answers: edited.answers, context }).length,
  }))
  return (
    <div className={`sh-grid sh-gap-4 ${classes.page}`}>
      <form className={`sh-stack sh-gap-4 sh-shrinks ${classes.form}`} noValidate onSubmit={submits(edited.submit)}>
        <ErrorSummary errors={errors} labels={labelsOf(context)} attempt={attempt} />
        <Card>
          <RegistrationForm
            answers={edited.answers}
            onChange={edited.setAnswers}
            context={context}
            errors={errors}
            onlySlips={onlySlips}
            DateControl={OfficeDateField}
          />
        </Card>
        {children}
      </form>
      <ContentsMenu isAside places={[...places, ...more]} />
    </div>
  )
}
