import type { ReactNode } from 'react'
import { LANGUAGES, languageName } from '#contract/languages.ts'
import { compareTexts } from '#contract/text-order.ts'
import { TypedSelectField } from './TypedSelectField.tsx'

interface LanguageFieldProps {
  id: string
  label: string
  /** ISO 639-1; empty: none. */
  value: string
  onChange: (code: string) => void
  description?: ReactNode
  error?: ReactNode
  /** What else can be chosen, below the languages. */
  more?: readonly { value: string; label: string }[] | undefined
}

const NO_MORE: NonNullable<LanguageFieldProps['more']> = []

const OPTIONS = LANGUAGES.map((value) => ({ value, label: languageName(value) })).sort((a, b) =>
  compareTexts(a.label, b.label),
)

/** A language to type or choose, by its German name. */
export const LanguageField = ({ value, onChange, more = NO_MORE, ...input }: LanguageFieldProps) => (
  <TypedSelectField
    {...input}
    data={[...OPTIONS, ...more]}
    value={value || null}
    onChange={(code) => onChange(code ?? '')}
    clearable
    clearButtonProps={{ 'aria-label': `${input.label}: leeren` }}
    unknownMessage="Bitte wählen Sie eine Sprache aus der Liste."
    nothingFoundMessage="Nicht gefunden."
    inputWrapperOrder={['label', 'input', 'error', 'description']}
    maxDropdownHeight={280}
  />
)
