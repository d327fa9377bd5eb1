import { SCHOOL_HINTS, SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import type { SchoolType } from '#contract/schools/schools.facts.ts'
import { SCHOOL_KINDS } from '#contract/schools/schools.kinds.ts'
import { NativeCheckField } from '#web/ui/native/NativeCheckField.tsx'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import type { useNativeForm } from '#web/ui/native/use-native-form.ts'
import classes from './school-form.module.css'

/** Refused fields as the summary lists them: in the order of the labels, which is that of the page. */
export const errorsInOrder = (errors: Record<string, string>, labels: Record<string, string>) =>
  [...Object.keys(labels), ...Object.keys(errors).filter((field) => !(field in labels))].flatMap((field) => {
    const text = errors[field]
    return text === undefined ? [] : [{ id: field, text: labels[field] ? `${labels[field]}: ${text}` : text }]
  })

/** What the inputs hold; the contract's schema makes the form of it. */
export const EMPTY_SCHOOL = {
  kind: '',
  short: '',
  name: '',
  official_number: '',
  carrier_name: '',
  street: '',
  house_number: '',
  zip: '',
  city: '',
  phone: '',
  mail: '',
  privacy_officer_contact: '',
  has_classes: true,
}

type Field = keyof typeof EMPTY_SCHOOL

const HINTS: Partial<Record<Field, string>> = SCHOOL_HINTS

const KINDS = Object.entries(SCHOOL_KINDS).map(([value, { label, grade_min, grade_max }]) => ({
  value,
  label: `${label} (Klassenstufen ${grade_min} bis ${grade_max})`,
}))

type Form = Pick<ReturnType<typeof useNativeForm<Record<string, string | boolean>>>, 'change' | 'textOf' | 'checkOf'>

interface SchoolFormProps {
  form: Form
  /** Where the school stands in the form's values, e.g. `school.`. */
  prefix: string
}

/** The inputs of one school, for the first set-up and for a further school. */
export const SchoolForm = ({ form, prefix }: SchoolFormProps) => {
  const text = (field: Field) => {
    const hint = HINTS[field]
    return { ...form.textOf(prefix + field), label: SCHOOL_WORDS[field], ...(hint ? { hint } : {}) }
  }
  // A kind has a usual short.
  const chooseKind = (kind: string | number) =>
    form.change({ [`${prefix}kind`]: String(kind), [`${prefix}short`]: SCHOOL_KINDS[kind as SchoolType].short })
  return (
    <>
      <NativeChoiceField {...text('kind')} onChange={chooseKind} choices={KINDS} display="cards" />
      <NativeTextField {...text('name')} />
      <div className={classes.pair}>
        <NativeTextField {...text('short')} autoCapitalize="none" />
        <NativeTextField {...text('official_number')} isOptional inputMode="numeric" />
      </div>
      <NativeTextField {...text('carrier_name')} />
      <div className={classes.pair}>
        <NativeTextField {...text('street')} />
        <NativeTextField {...text('house_number')} />
        <NativeTextField {...text('zip')} inputMode="numeric" />
        <NativeTextField {...text('city')} />
        <NativeTextField {...text('phone')} type="tel" />
        <NativeTextField {...text('mail')} type="email" inputMode="email" />
      </div>
      <NativeTextField {...text('privacy_officer_contact')} />
      <NativeCheckField {...form.checkOf(`${prefix}has_classes`)} label={SCHOOL_WORDS.has_classes} />
    </>
  )
}
