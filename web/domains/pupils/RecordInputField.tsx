import { Checkbox, Group, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { AFTERSCHOOL_DAY_LABELS, AFTERSCHOOL_DAYS } from '#contract/pupils.fields.ts'
import { useToday } from '#web/api/base-data.ts'
import { CountriesField, CountryField } from '#web/ui/CountryField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { LanguageField } from '#web/ui/LanguageField.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { type FieldValue, FLAG_CHOICES, type LanguageInput, labelOf, type RecordField } from './record-fields.ts'

interface RecordInputFieldProps {
  field: RecordField
  value: FieldValue
  error: string | undefined
  onChange: (value: FieldValue) => void
}

interface LineProps extends RecordInputFieldProps {
  value: string
}

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
const INPUT_MODES = { number: 'numeric', phone: 'tel', mail: 'email' } as const
const MOST_NATIONALITIES = 2

const shared = ({ field, error }: Pick<RecordInputFieldProps, 'field' | 'error'>) => ({
  id: field.key,
  label: labelOf(field),
  error,
  ...(field.hint ? { description: field.hint } : {}),
})

const LineField = ({ field, value, error, onChange }: LineProps) => (
  <TextInput
    {...shared({ field, error })}
    inputWrapperOrder={HINT_LAST}
    value={value}
    autoComplete="off"
    spellCheck={false}
    {...(field.kind in INPUT_MODES ? { inputMode: INPUT_MODES[field.kind as keyof typeof INPUT_MODES] } : {})}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const DayField = ({ field, value, error, onChange }: LineProps) => {
  const today = useToday()
  return (
    <DateField
      {...shared({ field, error })}
      value={value}
      onChange={onChange}
      today={today}
      autoComplete="off"
      {...('isPast' in field ? { max: today } : {})}
    />
  )
}

const BoxField = ({ field, value, error, onChange }: LineProps) => (
  <div>
    <Textarea
      {...shared({ field, error })}
      inputWrapperOrder={HINT_LAST}
      autosize
      minRows={3}
      maxRows={12}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
    <ConfidentialHint text={value} />
  </div>
)

const ChoiceField = ({ field, value, error, onChange }: LineProps) => {
  const choices = field.kind === 'choice' ? field.choices : FLAG_CHOICES
  const empty = field.kind === 'choice' && !field.isRequired ? [{ value: '', label: '–' }] : []
  return (
    <NativeSelect
      {...shared({ field, error })}
      inputWrapperOrder={HINT_LAST}
      value={value}
      data={[...empty, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const DaysField = ({ field, value, error, onChange }: RecordInputFieldProps & { value: readonly string[] }) => (
  <Checkbox.Group {...shared({ field, error })} value={[...value]} onChange={onChange}>
    <Group gap="lg" mt={4}>
      {AFTERSCHOOL_DAYS.map((day) => (
        <Checkbox key={day} value={day} label={AFTERSCHOOL_DAY_LABELS[day]} />
      ))}
    </Group>
  </Checkbox.Group>
)

const TextKindField = (props: LineProps) => {
  const { field, value, error, onChange } = props
  switch (field.kind) {
    case 'date':
      return <DayField {...props} />
    case 'lines':
      return <BoxField {...props} />
    case 'choice':
    case 'flag':
      return <ChoiceField {...props} />
    case 'language':
      return <LanguageField {...shared({ field, error })} value={value} onChange={onChange} />
    case 'country':
      return (
        <CountryField
          {...shared({ field, error })}
          codes={field.codes}
          isRequired={field.isRequired ?? false}
          value={value}
          onChange={onChange}
        />
      )
    default:
      return <LineField {...props} />
  }
}

/** One field of the record, by its kind. */
export const RecordInputField = (props: RecordInputFieldProps) => {
  const { field, value, error, onChange } = props
  if (typeof value === 'string') return <TextKindField {...props} value={value} />
  if (field.kind === 'languages') {
    const { id, label } = shared({ field, error })
    const languages = value as readonly LanguageInput[]
    return <LanguagesField id={id} label={label} error={error} value={languages} onChange={onChange} />
  }
  const codes = value as readonly string[]
  if (field.kind === 'days') return <DaysField {...props} value={codes} />
  return <CountriesField {...shared({ field, error })} max={MOST_NATIONALITIES} value={codes} onChange={onChange} />
}
