import { Checkbox, Group } from '@mantine/core'
import { CountriesField, CountryField } from './CountryField.tsx'
import { fieldProps, type InputFieldProps } from './fields.ts'
import { LanguageField } from './LanguageField.tsx'

const MOST_COUNTRIES = 2

const SeveralField = ({ field, value, error, onChange }: InputFieldProps) => (
  <Checkbox.Group {...fieldProps({ field, error })} value={[...(value as readonly string[])]} onChange={onChange}>
    <Group gap="lg" mt={4}>
      {field.choices?.map((choice) => (
        <Checkbox key={choice.value} {...choice} />
      ))}
    </Group>
  </Checkbox.Group>
)

/** Countries, languages and several choices by their names. */
export const PickField = (props: InputFieldProps) => {
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
