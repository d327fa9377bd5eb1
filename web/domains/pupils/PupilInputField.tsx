import { TextInput } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { fieldProps, type InputFieldProps, type LanguageInput } from '#web/forms/fields.ts'
import { InputField } from '#web/forms/InputField.tsx'
import { ConfidentialHint } from './ConfidentialHint.tsx'

const LanguagesField = lazy(() => import('./LanguagesField.tsx').then((module) => ({ default: module.LanguagesField })))

/** One field of a pupil's record: languages have rows of their own, and a remark is no place for confidential words. */
export const PupilInputField = (input: InputFieldProps) => {
  const { field, value, onChange } = input
  if (field.kind === 'languages')
    return (
      <Suspense fallback={<TextInput {...fieldProps(input)} disabled />}>
        <LanguagesField {...fieldProps(input)} value={value as readonly LanguageInput[]} onChange={onChange} />
      </Suspense>
    )
  if (field.kind !== 'lines') return <InputField {...input} />
  return (
    <div>
      <InputField {...input} />
      <ConfidentialHint text={String(value)} />
    </div>
  )
}
