import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useToday } from '#web/api/base-data.ts'
import { DateField } from '#web/forms/DateField.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { RecordPickField } from './RecordPickField.tsx'
import { FLAG_CHOICES, fieldProps, type RecordField, type RecordInputFieldProps } from './record-fields.ts'

interface LineProps extends RecordInputFieldProps {
  value: string
}

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']
const INPUT_MODES = { number: 'numeric', phone: 'tel', mail: 'email' } as const

const LineField = ({ field, value, error, onChange }: LineProps) => (
  <TextInput
    {...fieldProps({ field, error })}
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
      {...fieldProps({ field, error })}
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
      {...fieldProps({ field, error })}
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
      {...fieldProps({ field, error })}
      inputWrapperOrder={HINT_LAST}
      value={value}
      data={[...empty, ...choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const PICKED: readonly RecordField['kind'][] = ['country', 'countries', 'language', 'languages', 'days']

const TextKindField = (props: LineProps) => {
  switch (props.field.kind) {
    case 'date':
      return <DayField {...props} />
    case 'lines':
      return <BoxField {...props} />
    case 'choice':
    case 'flag':
      return <ChoiceField {...props} />
    default:
      return <LineField {...props} />
  }
}

/** One field of the record, by its kind. */
export const RecordInputField = (props: RecordInputFieldProps) => {
  if (!PICKED.includes(props.field.kind)) return <TextKindField {...props} value={String(props.value)} />
  return <RecordPickField {...props} />
}
