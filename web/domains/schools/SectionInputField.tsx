import { NativeSelect, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { RichTextField } from '#web/forms/RichTextField.tsx'
import { AccentField } from './AccentField.tsx'
import classes from './schools.module.css'
import type { FieldValue, SectionField } from './section-fields.ts'

interface SectionInputFieldProps {
  field: SectionField
  value: FieldValue
  error: string | undefined
  onChange: (value: FieldValue) => void
}

const HINT_LAST: ('label' | 'input' | 'error' | 'description')[] = ['label', 'input', 'error', 'description']

const placeholderOf = ({ kind }: SectionField) =>
  kind === 'month day' ? 'TT.MM.' : kind === 'time' ? 'SS:MM' : undefined

/** The words of a number stand beside its field and belong to its name. */
const unitOf = (field: SectionField, value: string) => {
  if (!('unit' in field) || !field.unit) return undefined
  return field.kind !== 'numbers' && value.trim() === '1' ? field.unit[0] : field.unit[1]
}

const isNumeric = ({ kind }: SectionField) => kind === 'number' || kind === 'optional number'

const LineField = ({
  field,
  value,
  ...shared
}: SectionInputFieldProps & { value: string; onChange: (value: string) => void }) => {
  const unit = unitOf(field, value)
  const { error, onChange } = shared
  return (
    <TextInput
      id={field.key}
      label={
        <>
          {field.label}
          {unit && <span className="sh-visually-hidden">, {unit}</span>}
        </>
      }
      description={field.hint}
      inputWrapperOrder={HINT_LAST}
      value={value}
      error={error}
      autoComplete="off"
      {...(field.kind === 'text' ? {} : { classNames: { wrapper: classes.short ?? '' } })}
      {...(isNumeric(field) ? { inputMode: 'numeric' } : {})}
      {...(field.kind === 'text' && field.inputMode ? { inputMode: field.inputMode } : {})}
      {...(placeholderOf(field) ? { placeholder: placeholderOf(field) } : {})}
      {...(unit
        ? {
            rightSection: (
              <Text span c="dimmed">
                {unit}
              </Text>
            ),
            rightSectionWidth: 96,
            rightSectionPointerEvents: 'none',
          }
        : {})}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

const BoxField = ({ field, value, error, onChange }: SectionInputFieldProps & { value: string }) => {
  const shared = { id: field.key, label: field.label, description: field.hint, error, value }
  if (field.kind === 'rich text') return <RichTextField {...shared} max={field.max} onChange={onChange} />
  return (
    <Textarea
      {...shared}
      inputWrapperOrder={HINT_LAST}
      autosize
      minRows={2}
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}

/** One field of a section, by its kind. */
export const SectionInputField = ({ field, value, error, onChange }: SectionInputFieldProps) => {
  if (typeof value === 'boolean') {
    return (
      <Switch
        id={field.key}
        label={field.label}
        description={field.hint}
        error={error}
        checked={value}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    )
  }
  const shared = { field, value, error, onChange }
  if (field.kind === 'accent') return <AccentField {...shared} />
  if (field.kind === 'lines' || field.kind === 'rich text') return <BoxField {...shared} />
  if (field.kind !== 'choice') return <LineField {...shared} />
  return (
    <NativeSelect
      id={field.key}
      label={field.label}
      description={field.hint}
      error={error}
      value={value}
      data={[...field.choices]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
