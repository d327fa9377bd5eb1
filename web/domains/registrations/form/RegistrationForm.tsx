import { type ComponentProps, type ReactNode, useRef } from 'react'
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
  isCalledOptional,
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
import { officeSteps } from './office-steps.ts'
import classes from './RegistrationForm.module.css'
import { groupNeighbours } from './registration-flow.ts'

interface RegistrationFormProps {
  answers: FormAnswers
  onChange: (answers: FormAnswers) => void
  /** `mode: 'staff'` asks for no confirmations and lets paper leave things out. */
  context: FormContext
  /** The first message by dotted key. */
  errors: Record<string, string>
  /** Only this step's fields; without it all steps, each under its title. */
  step?: StepKey
  /** The field of a date where the office has one with a calendar. */
  DateControl?: (props: ComponentProps<typeof NativeDateField>) => ReactNode
  /** Nothing to reconsider: the answers were given, and are only put right (domain §3.6); slips of the keyboard still show. */
  onlySlips?: boolean
}

type FieldProps = Omit<RegistrationFormProps, 'step' | 'onlySlips'> & { field: FormField; advice?: Hint | undefined }

/** First and last day that may be meant (domain §2.1), so that a two-digit year of the wrong century is noticed. */
const dayRange = (key: string, today: string) =>
  key === 'meta.child_birthdate'
    ? { min: addMonths(today, -25 * 12), max: addDays(today, -1) }
    : { min: today, max: addMonths(today, 18) }

const KEYBOARDS: Partial<Record<FormField['kind'], 'email' | 'tel'>> = { email: 'email', tel: 'tel' }

const adviceOf = (hint: Hint | undefined, id: string, onChange: (answer: RawAnswer) => void) => {
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

interface ControlProps extends NativeFieldProps {
  field: FormField
  /** What is in the field, '' for nothing. */
  value: string
  onChange: (answer: RawAnswer) => void
  context: FormContext
}

const LineControl = ({ field: { kind, key, max, autocomplete }, context: _, ...typed }: ControlProps) => (
  <NativeTextField
    {...typed}
    // `type=email` would rewrite umlauts of a domain.
    type={kind === 'tel' ? 'tel' : 'text'}
    inputMode={key.endsWith('zip') ? 'numeric' : KEYBOARDS[kind]}
    autoComplete={autocomplete ?? 'off'}
    size={(max ?? 80) <= 10 ? 'short' : 'full'}
  />
)

const BoxControl = ({ field: { kind }, context: _, value, ...typed }: ControlProps) => (
  <NativeCheckField {...typed} isChecked={value === 'true'} isRequired={kind === 'confirm'} />
)

const CONTROLS: Record<Exclude<FormField['kind'], 'list'>, (props: ControlProps) => ReactNode> = {
  text: LineControl,
  email: LineControl,
  tel: LineControl,
  textarea: ({ field, context: _, ...typed }) => <NativeAreaField {...typed} max={field.max} />,
  date: ({ field, context: { today }, ...typed }) => (
    <NativeDateField
      {...typed}
      {...dayRange(field.key, today)}
      // Half a date is no reason for advice.
      advice={isIsoDay(typed.value) ? typed.advice : undefined}
      autoComplete={field.autocomplete ?? 'off'}
      today={today}
    />
  ),
  choice: ({ field, context, ...typed }) => (
    <NativeChoiceField {...typed} choices={field.options?.(context) ?? []} display={field.display ?? 'select'} />
  ),
  checkbox: BoxControl,
  confirm: BoxControl,
}

/** One question of the contract's form as a native field; lists are a `SiblingsField`. */
const RegistrationField = ({ field, answers, onChange, context, errors, advice, DateControl }: FieldProps) => {
  if (field.kind === 'list') return null
  const { key: id, label } = field
  const change = (answer: RawAnswer) => onChange(withAnswer(answers, id, answer))
  const hint = typeof field.hint === 'function' ? field.hint(answers, context) : field.hint
  const Control = CONTROLS[field.kind]
  const typed = {
    ...{ id, label, error: errors[id] },
    isOptional: isCalledOptional(field, answers, context),
    advice: adviceOf(advice, id, change),
    // What a box holds before anybody touches it is an answer, too (a second contact begins empty).
    value: String(answerAt(answers, id) ?? field.initial ?? ''),
    onChange: change,
  }
  if (field.kind === 'date' && DateControl)
    return <DateControl {...typed} {...dayRange(field.key, context.today)} today={context.today} />
  // What a hint says to the family is no news to the office.
  return <Control {...typed} {...{ field, context }} {...(context.mode === 'public' && { hint })} />
}

type Entry = Record<string, unknown>

/** A new entry with what has but one choice. */
const emptyEntry = (items: readonly FormField[], context: FormContext): Entry =>
  Object.fromEntries(
    items.flatMap((item) => {
      const [only, ...others] = item.options?.(context) ?? []
      return only && others.length === 0 ? [[item.key, only.value]] : []
    }),
  )

/** Brothers and sisters: entries that can be added and taken away; the focus follows. */
const SiblingsField = ({ field, ...form }: FieldProps) => {
  const { answers, onChange, context } = form
  const { key: list, items = [] } = field
  const entries = (answerAt(answers, list) ?? []) as Entry[]
  const addButton = useRef<HTMLButtonElement>(null)
  const afterRender = useAfterRender()
  const keep = (kept: Entry[]) => onChange(withAnswer(answers, list, kept))
  const add = () => {
    keep([...entries, emptyEntry(items, context)])
    afterRender(() => focusField(`${list}.${entries.length}.${items[0]?.key}`))
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
      {entries.map((_, index) => (
        // Entries have no identity but their place; all fields are controlled.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <fieldset key={index} className={classes.entry}>
          <legend className={classes.entryTitle}>Geschwisterkind {index + 1}</legend>
          {items.map((item) => (
            <RegistrationField key={item.key} field={{ ...item, key: `${list}.${index}.${item.key}` }} {...form} />
          ))}
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

const StepFields = ({ step, onlySlips, ...form }: Omit<RegistrationFormProps, 'step'> & { step: FormStep }) => {
  const { answers, context } = form
  const hints = onlySlips ? mailHints(answers) : registrationHints(answers, context)
  const fieldOf = (field: FormField) => {
    const Field = field.kind === 'list' ? SiblingsField : RegistrationField
    return <Field key={field.key} field={field} {...form} advice={hints[field.key]} />
  }
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
  const steps = form.context.mode === 'staff' ? officeSteps(form.context) : registrationSteps(form.context)
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
