import { fieldProps, type InputFieldProps, type LanguageInput } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'
import { LanguagesField } from './LanguagesField.tsx'

/** One field of a pupil's record: languages have rows of their own, and a remark is no place for confidential words. */
export const PupilInputField = (input: InputFieldProps) => {
  const { field, value, onChange } = input
  if (field.kind === 'languages')
    return <LanguagesField {...fieldProps(input)} value={value as readonly LanguageInput[]} onChange={onChange} />
  if (field.kind !== 'lines') return <InputField {...input} />
  return (
    <div>
      <InputField {...input} />
      <ConfidentialHint text={String(value)} />
    </div>
  )
}
