import { addDays, addMonths, isIsoDay } from '#contract/dates.ts'
import type { FormField } from '#contract/registrations/registrations.field.ts'
import type {
  RegistrationForm as FormAnswers,
  FormContext,
  RawAnswer,
} from '#contract/registrations/registrations.form.ts'
import type { Hint } from '#contract/registrations/registrations.hints.ts'
import { isOptional } from '#contract/registrations/registrations.steps.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { NativeAreaField } from '#web/ui/native/NativeAreaField.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeDateField } from '#web/ui/native/NativeDateField.tsx'
import type { NativeFieldProps } from '#web/ui/native/NativeField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'

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
export const RegistrationField = (props: RegistrationFieldProps) => {
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
