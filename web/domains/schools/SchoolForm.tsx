import { useState } from 'react'
import { PLAIN_MESSAGES } from '#contract/plain-messages.ts'
import { SCHOOL_HINTS, SCHOOL_WORDS } from '#contract/schools/school-words.ts'
import { kindOf, SCHOOL_KINDS, SCHOOL_RANGES } from '#contract/schools/schools.kinds.ts'
import { SHORT_NAME, shortNameOf } from '#contract/schools/short-name.ts'
import { freeDaysPreset } from '#contract/schoolyears/school-calendar.presets.ts'
import { STATES, type StateCode, USUAL_STATE } from '#contract/schoolyears/state-presets.ts'
import { usualYears } from '#contract/schoolyears/usual-years.ts'
import { publicFormAddress } from '#web/paths.ts'
import { NativeChoiceField } from '#web/ui/native/NativeChoiceField.tsx'
import { NativeTextField } from '#web/ui/native/NativeTextField.tsx'
import type { useNativeForm } from '#web/ui/native/use-native-form.ts'
import classes from './school-form.module.css'

/** The values of the set-up's inputs by their dotted names. */
export type SetupValues = Record<string, string | boolean | number>

/** Refused fields as the summary lists them: in the order of the labels, which is that of the page. */
export const errorsInOrder = ({ ...errors }: Record<string, string>, labels: Record<string, string>) => {
  // Both ends of the grades come with the kind of the school.
  for (const prefix of ['', 'school.'])
    if (errors[`${prefix}grade_min`] === PLAIN_MESSAGES.required) delete errors[`${prefix}grade_max`]
  return [...Object.keys(labels), ...Object.keys(errors).filter((field) => !(field in labels))].flatMap((field) => {
    const text = errors[field]
    if (text === undefined) return []
    const label = labels[field]
    if (!label) return [{ id: field, text }]
    return [{ id: field, text: text === PLAIN_MESSAGES.required ? `${label} fehlt` : `${label}: ${text}` }]
  })
}

/** What the inputs hold; the contract's schema makes the form of it. */
export const EMPTY_SCHOOL = {
  federal_state: USUAL_STATE as string,
  grade_min: '' as string | number,
  grade_max: '' as string | number,
  name: '',
  short: '',
  carrier_name: '',
  street: '',
  house_number: '',
  zip: '',
  city: '',
  phone: '',
  mail: '',
  privacy_officer_contact: '',
  has_holidays: true,
  has_classes: true,
}

type Field = keyof typeof EMPTY_SCHOOL

const HINTS: Partial<Record<Field, string>> = SCHOOL_HINTS

/** What the state settles; of some the program does not know the holidays. */
const stateHint = (state: StateCode, today: string) =>
  freeDaysPreset(state, usualYears(today).current).has_holidays
    ? 'Bitte prüfen Sie die Vorauswahl: Nach dem Bundesland richten sich Ferien und Feiertage.'
    : 'Nach dem Bundesland richten sich die Feiertage. Die Ferien tragen Sie später ein oder lesen sie aus einer Datei.'

export type SchoolInputs = Pick<
  ReturnType<typeof useNativeForm<SetupValues>>,
  'change' | 'checkOf' | 'errors' | 'textOf' | 'values'
>

interface SchoolFormProps {
  form: SchoolInputs
  /** Where the school stands in the form's values, e.g. `school.`. */
  prefix: string
  today: string
}

const STATE_CHOICES = Object.entries(STATES).map(([value, label]) => ({ value, label }))
const GRADE_CHOICES = Array.from({ length: 13 }, (_, index) => ({ value: index + 1, label: String(index + 1) }))

const OWN = 'own'
const KINDS = [
  ...SCHOOL_RANGES.map((range, index) => ({
    value: String(index),
    label: `${SCHOOL_KINDS[kindOf(range)].label} ${range.grade_min}–${range.grade_max}`,
  })),
  { value: OWN, label: 'Andere Klassen' },
]

/** The usual ranges by one press; every other range by its first and last grade. */
const KindFields = ({ form, prefix }: Pick<SchoolFormProps, 'form' | 'prefix'>) => {
  const [first, last] = [`${prefix}grade_min`, `${prefix}grade_max`]
  const { [first]: grade_min, [last]: grade_max } = form.values
  const known = SCHOOL_RANGES.findIndex((range) => range.grade_min === grade_min && range.grade_max === grade_max)
  const [isOwn, setOwn] = useState(known < 0 && (grade_min !== '' || grade_max !== ''))
  const choose = (kind: string | number) => {
    const range = SCHOOL_RANGES[Number(kind)]
    setOwn(!range)
    form.change({ [first]: range?.grade_min ?? '', [last]: range?.grade_max ?? '' })
  }
  const chosen = isOwn ? OWN : String(known < 0 ? '' : known)
  const label = SCHOOL_WORDS.grade_min
  return (
    <>
      <NativeChoiceField
        {...(isOwn ? { id: `${prefix}kind` } : form.textOf(first))}
        label={label}
        value={chosen}
        onChange={choose}
        choices={KINDS}
        display="cards"
      />
      {isOwn && (
        <div className={classes.pair}>
          <NativeChoiceField
            {...form.textOf(first)}
            onChange={(grade) => form.change({ [first]: grade })}
            label="Erste Klassenstufe"
            choices={GRADE_CHOICES}
            display="select"
          />
          <NativeChoiceField
            {...form.textOf(last)}
            onChange={(grade) => form.change({ [last]: grade })}
            label={SCHOOL_WORDS.grade_max}
            choices={GRADE_CHOICES}
            display="select"
          />
        </div>
      )}
    </>
  )
}

/** What the school is and how to reach it, for the first set-up and for a further school. */
export const SchoolForm = ({ form, prefix, today }: SchoolFormProps) => {
  const text = (field: Field) => {
    const hint = HINTS[field]
    return { ...form.textOf(prefix + field), label: SCHOOL_WORDS[field], ...(hint ? { hint } : {}) }
  }
  const { [`${prefix}name`]: name = '', [`${prefix}short`]: short } = form.values
  /** The short name follows the name until somebody chooses another one. */
  const changeName = (typed: string) => {
    const isUsual = short === '' || short === shortNameOf(String(name))
    form.change({ [`${prefix}name`]: typed, ...(isUsual ? { [`${prefix}short`]: shortNameOf(typed) } : {}) })
  }
  return (
    <>
      <NativeChoiceField
        {...text('federal_state')}
        hint={stateHint(form.values[`${prefix}federal_state`] as StateCode, today)}
        onChange={(state) => form.change({ [`${prefix}federal_state`]: state })}
        choices={STATE_CHOICES}
        display="select"
      />
      <KindFields form={form} prefix={prefix} />
      <NativeTextField {...text('name')} onChange={changeName} autoComplete="organization" />
      <div>
        <NativeTextField {...text('short')} autoCapitalize="none" size="middle" />
        {SHORT_NAME.test(String(short)) && !form.errors[`${prefix}short`] && (
          <p className={classes.formAddress}>
            Adresse des Formulars: {window.location.host}
            <wbr />
            {publicFormAddress(String(short))}
          </p>
        )}
      </div>
      <div className={classes.unlike}>
        <NativeTextField {...text('street')} />
        <NativeTextField {...text('house_number')} />
      </div>
      <div className={classes.unlike}>
        <NativeTextField {...text('zip')} inputMode="numeric" />
        <NativeTextField {...text('city')} />
      </div>
      <div className={classes.pair}>
        <NativeTextField {...text('phone')} type="tel" />
        <NativeTextField {...text('mail')} type="email" inputMode="email" />
      </div>
      <NativeTextField {...text('carrier_name')} />
      <NativeTextField {...text('privacy_officer_contact')} />
    </>
  )
}
