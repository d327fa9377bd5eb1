import { Checkbox, NativeSelect, Select, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useToday } from '#web/api/base-data.ts'
import { CountriesField, CountryField } from './CountryField.tsx'
import { DateField } from './DateField.tsx'
import { FLAG_CHOICES, type FormField, fieldProps, type InputFieldProps } from './fields.ts'
import pairs from './forms.module.css'
import { LanguageField } from './LanguageField.tsx'
import { RichTextField } from './RichTextField.tsx'
import { SeveralField } from './SeveralField.tsx'

const MOST_COUNTRIES = 2

/** Countries, languages and several choices by their names. */
const PickField = (props: InputFieldProps) => {
  const { field, value, onChange } = props
  if (field.kind === 'several') return <SeveralField {...props} />
  const shared = fieldProps(props)
  if (field.kind === 'countries') {
    const codes = value as readonly string[]
    return <CountriesField {...shared} max={MOST_COUNTRIES} value={codes} onChange={onChange} />
  }
  if (field.kind === 'language')
    return <LanguageField {...shared} more={field.choices} value={String(value)} onChange={onChange} />
  return (
    <CountryField
      {...shared}
      codes={field.codes ?? 3}
      isRequired={!field.isOptional}
      value={String(value)}
      onChange={onChange}
    />
  )
}

interface LineProps extends InputFieldProps {
  value: string
}

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
const INPUT_MODES: Partial<Record<FormField['kind'], 'numeric' | 'tel' | 'email'>> = {
  number: 'numeric',
  count: 'numeric',
  phone: 'tel',
  mail: 'email',
}
const TYPES: Partial<Record<FormField['kind'], 'tel' | 'email'>> = { phone: 'tel', mail: 'email' }
const PLACEHOLDERS: Partial<Record<FormField['kind'], string>> = { 'month day': 'TT.MM.', time: 'SS:MM' }
/** Kinds whose values are so short that their inputs are, too. */
const SHORT: readonly FormField['kind'][] = ['count', 'counts', 'month day', 'time']

/** The words of a number stand beside its field and belong to its name. */
const unitOf = ({ unit, kind }: FormField, value: string) =>
  unit && (kind !== 'counts' && value.trim() === '1' ? unit[0] : unit[1])

const UnitText = ({ unit }: { unit: string }) => (
  <Text span c="dimmed">
    {unit}
  </Text>
)

const LineField = ({ field, value, error, onChange, onLeave, takesFocus = false }: LineProps) => {
  const unit = unitOf(field, value)
  const { label, ...shared } = fieldProps({ field, error, takesFocus })
  const inputMode = field.inputMode ?? INPUT_MODES[field.kind]
  const placeholder = field.placeholder ?? PLACEHOLDERS[field.kind]
  return (
    <TextInput
      {...shared}
      label={
        unit ? (
          <>
            {label}
            <span className="sh-visually-hidden">, {unit}</span>
          </>
        ) : (
          label
        )
      }
      {...(field.hasHintFirst ? {} : { inputWrapperOrder: HINT_LAST, spellCheck: false })}
      value={value}
      type={TYPES[field.kind] ?? 'text'}
      disabled={field.isFixed ?? false}
      autoComplete="off"
      {...(SHORT.includes(field.kind) ? { classNames: { wrapper: pairs.short ?? '' } } : {})}
      {...(inputMode ? { inputMode } : {})}
      {...(field.max ? { maxLength: field.max } : {})}
      {...(placeholder ? { placeholder } : {})}
      {...(unit
        ? { rightSection: <UnitText unit={unit} />, rightSectionWidth: 96, rightSectionPointerEvents: 'none' }
        : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={() => onLeave?.()}
    />
  )
}

const DayField = ({ field, value, error, onChange }: LineProps) => {
  const today = useToday()
  return (
    <DateField
      {...fieldProps({ field, error })}
      value={value}
      onChange={onChange}
      today={today}
      autoComplete="off"
      {...(field.isPast ? { max: today } : {})}
      {...(field.days?.first ? { min: field.days.first } : {})}
      {...(field.days?.last ? { max: field.days.last } : {})}
      {...(field.days?.isAhead ? { isAhead: true } : {})}
    />
  )
}

/** From so many characters on it is a letter, which wants to be seen whole. */
const LETTER_MAX = 4000

const BoxField = ({ field, value, error, onChange, takesFocus = false }: LineProps) => {
  const isList = field.kind === 'list'
  const isLetter = (field.max ?? 0) >= LETTER_MAX
  return (
    <Textarea
      {...fieldProps({ field, error, takesFocus })}
      inputWrapperOrder={HINT_LAST}
      autosize
      minRows={field.rows ?? (isList ? 2 : isLetter ? 10 : 3)}
      {...(isList ? { spellCheck: false } : { maxRows: isLetter ? 24 : 12 })}
      {...(field.max ? { maxLength: field.max } : {})}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** A choice that must be made asks for it until it is made. */
const choicesFor = ({ kind, choices = [], isOptional, empty }: FormField, value: string) => {
  if (kind === 'flag') return [...FLAG_CHOICES]
  const none = empty ?? (isOptional ? '–' : 'Bitte wählen')
  return isOptional || empty || value === '' ? [{ value: '', label: none }, ...choices] : [...choices]
}

const ListField = ({ field, value, error, onChange, takesFocus = false }: LineProps) => (
  <Select
    {...fieldProps({ field, error, takesFocus })}
    {...(field.placeholder ? { placeholder: field.placeholder } : {})}
    value={value || null}
    data={field.choices ?? []}
    allowDeselect={false}
    clearable={field.isOptional ?? false}
    clearButtonProps={{ 'aria-label': `${field.label}: leeren` }}
    onChange={(chosen) => onChange(chosen ?? '')}
  />
)

const ChoiceField = ({ field, value, error, onChange }: LineProps) => (
  <NativeSelect
    {...fieldProps({ field, error })}
    inputWrapperOrder={HINT_LAST}
    value={value}
    disabled={field.isFixed ?? false}
    data={choicesFor(field, value)}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const YesField = ({ field, value, error, onChange }: InputFieldProps & { value: boolean }) => {
  const Input = field.kind === 'switch' ? Switch : Checkbox
  return (
    <Input
      {...fieldProps({ field, error })}
      checked={value}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

const WrittenField = (props: LineProps) => {
  const { field, value, error, onChange } = props
  switch (field.kind) {
    case 'date':
      return <DayField {...props} />
    case 'lines':
    case 'list':
      return <BoxField {...props} />
    case 'rich text':
      return (
        <RichTextField {...fieldProps(props)} value={value} error={error} max={field.max ?? 0} onChange={onChange} />
      )
    case 'choice':
    case 'reference':
    case 'flag':
      return field.isList ? <ListField {...props} /> : <ChoiceField {...props} />
    default:
      return <LineField {...props} />
  }
}

const PICKED: readonly FormField['kind'][] = ['country', 'countries', 'language', 'several']

/** One field of a record, drawn by its kind. */
export const InputField = (props: InputFieldProps) => {
  const { field, value } = props
  if (typeof value === 'boolean') return <YesField {...props} value={value} />
  if (!PICKED.includes(field.kind)) return <WrittenField {...props} value={String(value)} />
  return <PickField {...props} />
}
