import { CountriesField, CountryField } from '#web/ui/CountryField.tsx'
import { LanguageField } from '#web/ui/LanguageField.tsx'
import { LanguagesField } from './LanguagesField.tsx'
import { fieldProps, type LanguageInput, type RecordInputFieldProps } from './record-fields.ts'

const MOST_NATIONALITIES = 2

/** Countries and languages by their names; loaded where a form asks for them. */
export const RecordPickField = ({ field, value, error, onChange }: RecordInputFieldProps) => {
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
