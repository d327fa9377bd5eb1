import { useRef } from 'react'
import { addDays, addMonths, isIsoDay } from '#contract/dates.ts'
import { answerAt, withAnswer } from '#contract/dotted-keys.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type {
  RegistrationForm as FormAnswers,
  FormContext,
  RawAnswer,
} from '#contract/registrations/registrations.form.ts'
import { type Hint, mailHints, registrationHints } from '#contract/registrations/registrations.hints.ts'
import {
  type FormStep,
  isOptional,
  registrationSteps,
  type StepKey,
  visibleFields,
} from '#contract/registrations/registrations.steps.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeDateField } from '#web/ui/native/NativeDateField.tsx'
import type { NativeFieldProps } from '#web/ui/native/NativeField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import classes from './RegistrationForm.module.css'
import { groupNeighbours } from './registration-flow.ts'

interface RegistrationFieldProps {
  field: FormField
  /** What stands at the field's key. */
  answer: unknown
  onChange: (answer: RawAnswer) => void
  /** All answers: they decide what is optional. */
  answers: FormAnswers
  context: FormContext
  error?: string
  advice?: Hint
}

/** First and last day that may be meant (domain §2.1), so that a two-digit year of the wrong century is noticed. */
const dayRange = (key: string, today: string) =>
  key === 'meta.child_birthdate'
    ? { min: addMonths(today, -25 * 12), max: addDays(today, -1) }
    : { min: today, max: addMonths(today, 18) }

const KEYBOARDS: Partial<Record<FormField['kind'], 'email' | 'tel'>> = { email: 'email', tel: 'tel' }

const adviceOf = (
  hint: Hint | undefined,
  { id, onChange }: { id: string; onChange: RegistrationFieldProps['onChange'] },
) => {
  if (!hint?.suggestion) return hint?.text
  const take = () => {
    onChange(hint.suggestion)
    focusField(id)
  }
  return (
    <NativeButton look="link" onClick={take}>
      {hint.text}
    </NativeButton>
  )
}

interface KindProps {
  field: FormField
  /** Label, notes and advice, the same for every kind. */
  common: NativeFieldProps
  /** What is in the field, '' for nothing. */
  text: string
  onChange: RegistrationFieldProps['onChange']
  context: FormContext
}

const DayField = ({ field, common, text, onChange, context: { today } }: KindProps) => (
  <NativeDateField
    {...common}
    {...dayRange(field.key, today)}
    // Half a date is no reason for advice.
    advice={isIsoDay(text) ? common.advice : undefined}
    autoComplete={field.autocomplete ?? 'off'}
    value={text}
    onChange={onChange}
    today={today}
  />
)

const LineField = ({ field, common, text, onChange }: KindProps) => (
  <NativeTextField
    {...common}
    // `type=email` would rewrite umlauts of a domain.
    type={field.kind === 'tel' ? 'tel' : 'text'}
    inputMode={field.key.endsWith('zip') ? 'numeric' : KEYBOARDS[field.kind]}
    autoComplete={field.autocomplete ?? 'off'}
    size={(field.max ?? 80) <= 10 ? 'short' : 'full'}
    value={text}
    onChange={onChange}
  />
)

const OptionField = ({ field, common, text, onChange, context }: KindProps) => (
  <NativeChoiceField
    {...common}
    value={text}
    onChange={onChange}
    choices={field.options?.(context) ?? []}
    display={field.display ?? 'select'}
  />
)

const BoxField = ({ field, common, text, onChange }: KindProps) => (
  <NativeCheckField {...common} isChecked={text === 'true'} onChange={onChange} isRequired={field.kind === 'confirm'} />
)

const ParagraphField = ({ field, common, text, onChange }: KindProps) => (
  <NativeAreaField {...common} value={text} onChange={onChange} max={field.max} />
)

const KINDS = {
  text: LineField,
  email: LineField,
  tel: LineField,
  textarea: ParagraphField,
  date: DayField,
  choice: OptionField,
  checkbox: BoxField,
  confirm: BoxField,
}

/** One question of the contract's form as a native field; lists are `RegistrationSiblingsField`. */
const RegistrationField = (props: RegistrationFieldProps) => {
  const { field, answer, onChange, answers, context, error, advice } = props
  if (field.kind === 'list') return null
  const { key: id, label } = field
  const hint = typeof field.hint === 'function' ? field.hint(answers, context) : field.hint
  const common = {
    ...{ id, label, error },
    // What a hint says to the family is no news to the office; how a date is typed is.
    ...(context.mode === 'public' || field.kind === 'date' ? { hint } : {}),
    isOptional: isOptional(field, answers, context),
    advice: adviceOf(advice, { id, onChange }),
  }
  // What a box holds before anybody touches it is an answer, too (a second contact begins empty).
  const text = String(answer ?? field.initial ?? '')
  const Kind = KINDS[field.kind]
  return <Kind {...{ field, common, text, onChange, context }} />
}

interface RegistrationSiblingsFieldProps {
  field: FormField
  answers: FormAnswers
  onChange: (answers: FormAnswers) => void
  context: FormContext
  errors: Record<string, string>
}

type Entry = Record<string, unknown>

/** A new entry with what has but one choice. */
const emptyEntry = ({ items = [] }: FormField, context: FormContext): Entry =>
  Object.fromEntries(
    items.flatMap((item) => {
      const [only, ...others] = item.options?.(context) ?? []
      return only && others.length === 0 ? [[item.key, only.value]] : []
    }),
  )

/** Brothers and sisters: entries that can be added and taken away; the focus follows. */
const RegistrationSiblingsField = ({ field, answers, onChange, context, errors }: RegistrationSiblingsFieldProps) => {
  const entries = (answerAt(answers, field.key) ?? []) as Entry[]
  const items = field.items ?? []
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const keep = (kept: Entry[]) => onChange(withAnswer(answers, field.key, kept))

  const add = () => {
    keep([...entries, emptyEntry(field, context)])
    afterRender(() => focusField(`${field.key}.${entries.length}.${items[0]?.key}`))
  }
  const remove = (gone: number) => {
    keep(entries.filter((_, index) => index !== gone))
    afterRender(() => addButton.current?.focus())
  }

  return (
    <div>
      <p className={classes.lead}>
        {field.label} {field.optional && <span className={classes.optional}>(optional)</span>}
      </p>
      {entries.map((entry, index) => (
        // Entries have no identity but their place; all fields are controlled.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={index} className={classes.entry}>
          <legend className={classes.entryTitle}>Geschwisterkind {index + 1}</legend>
          {items.map((item) => {
            const key = `${field.key}.${index}.${item.key}`
            return (
              <RegistrationField
                key={key}
                field={{ ...item, key }}
                answer={entry[item.key]}
                onChange={(answer) => onChange(withAnswer(answers, key, answer))}
                answers={answers}
                context={context}
                error={errors[key]}
              />
            )
          })}
          <NativeButton onClick={() => remove(index)}>Geschwisterkind {index + 1} entfernen</NativeButton>
        </fieldset>
      ))}
      {entries.length < (field.maxItems ?? Number.POSITIVE_INFINITY) && (
        <NativeButton ref={addButton} onClick={add}>
          {field.addLabel}
        </NativeButton>
      )}
    </div>
  )
}

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
