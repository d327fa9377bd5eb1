import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import { mailHints, registrationHints } from '#contract/registrations/registrations.hints.ts'
import {
  type FormStep,
  registrationSteps,
  type StepKey,
  visibleFields,
} from '#contract/registrations/registrations.steps.ts'
import { groupNeighbours } from '#web/domains/registrations/details/group-neighbours.ts'
import { RegistrationField } from './RegistrationField.tsx'
import classes from './RegistrationForm.module.css'
import { RegistrationSiblingsField } from './RegistrationSiblingsField.tsx'

interface RegistrationFormProps {
  answers: FormAnswers
  onChange: (answers: FormAnswers) => void
  /** `mode: 'staff'` asks for no confirmations and lets paper leave things out. */
  context: FormContext
  /** The first message by dotted key. */
  errors: Record<string, string>
  /** Only this step's fields; without it all steps, each under its title. */
  step?: StepKey
  /** Nothing to reconsider: the answers were given, and are only put right (domain §3.6); slips of the keyboard still show. */
  onlySlips?: boolean
}

const StepFields = ({ step, ...form }: Omit<RegistrationFormProps, 'step'> & { step: FormStep }) => {
  const { answers, onChange, context, errors } = form
  const hints = form.onlySlips ? mailHints(answers) : registrationHints(answers, context)
  const fieldOf = (field: FormField) =>
    field.kind === 'list' ? (
      <RegistrationSiblingsField key={field.key} field={field} {...form} />
    ) : (
      <RegistrationField
        key={field.key}
        field={field}
        answer={answerAt(answers, field.key)}
        onChange={(answer) => onChange(withAnswer(answers, field.key, answer))}
        answers={answers}
        context={context}
        error={errors[field.key]}
        advice={hints[field.key]}
      />
    )
  return groupNeighbours(visibleFields(step, answers, context)).map(({ title, items: fields }) =>
    title ? (
      <fieldset key={title} className={classes.group}>
        <legend className={classes.legend}>{title}</legend>
        {fields.map(fieldOf)}
      </fieldset>
    ) : (
      <div key={fields[0]?.key} className={classes.fields}>
        {fields.map(fieldOf)}
      </div>
    ),
  )
}

/** The fields of an application, as the contract defines them; what to do with the answers is the caller's. */
export const RegistrationForm = ({ step, ...form }: RegistrationFormProps) => {
  const steps = registrationSteps(form.context)
  const only = steps.find(({ key }) => key === step)
  if (only) return <StepFields step={only} {...form} />
  return (
    <div className={form.context.mode === 'staff' ? classes.dense : undefined}>
      {steps.map((one) => (
        <section key={one.key} className={classes.section} aria-labelledby={`step-${one.key}`}>
          <h2 id={`step-${one.key}`} className={classes.sectionTitle}>
            {one.title}
          </h2>
          <StepFields step={one} {...form} />
        </section>
      ))}
    </div>
  )
}
