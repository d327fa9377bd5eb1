import { Checkbox, Group } from '@mantine/core'
import { AFTERSCHOOL_DAY_LABELS, AFTERSCHOOL_DAYS } from '#contract/pupils/pupils.fields.ts'
import { CountriesField, CountryField } from '#web/forms/CountryField.tsx'
import { LanguageField } from '#web/forms/LanguageField.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { fieldProps, type LanguageInput, type RecordInputFieldProps } from './record-fields.ts'

const MOST_NATIONALITIES = 2

const DaysField = ({ field, value, error, onChange }: RecordInputFieldProps) => (
  <Checkbox.Group {...fieldProps({ field, error })} value={[...(value as readonly string[])]} onChange={onChange}>
    <Group gap="lg" mt={4}>
      {AFTERSCHOOL_DAYS.map((day) => (
        <Checkbox key={day} value={day} label={AFTERSCHOOL_DAY_LABELS[day]} />
      ))}
    </Group>
  </Checkbox.Group>
)

/** Countries, languages and days of the week by their names; loaded where a form asks for them. */
export const RecordPickField = (props: RecordInputFieldProps) => {
  const { field, value, error, onChange } = props
  if (field.kind === 'days') return <DaysField {...props} />
  const shared = fieldProps({ field, error })
  if (field.kind === 'languages') {
    const languages = value as readonly LanguageInput[]
    return <LanguagesField id={shared.id} label={shared.label} error={error} value={languages} onChange={onChange} />
  }
  if (field.kind === 'countries') {
    const codes = value as readonly string[]
    return <CountriesField {...shared} max={MOST_NATIONALITIES} value={codes} onChange={onChange} />
  }
  if (field.kind === 'language') return <LanguageField {...shared} value={String(value)} onChange={onChange} />
  return (
    <CountryField
      {...shared}
      codes={field.kind === 'country' ? field.codes : 3}
      isRequired={field.isRequired ?? false}
      value={String(value)}
      onChange={onChange}
    />
  )
}
