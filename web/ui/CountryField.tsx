import { MultiSelect } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { COUNTRIES, countryName } from '#contract/countries.ts'
import { compareTexts } from '#contract/text-order.ts'
import { keepEnter } from './keep-enter.ts'
import { TypedSelectField } from './TypedSelectField.tsx'

interface FieldProps {
  id: string
  label: string
  description?: ReactNode
  error?: ReactNode
}

interface CountryFieldProps extends FieldProps {
  /** Empty: none. */
  value: string
  onChange: (code: string) => void
  /** Alpha-2 or alpha-3. */
  codes: 2 | 3
  isRequired?: boolean
}

const optionsOf = (codes: 2 | 3) =>
  COUNTRIES.map((pair) => ({ value: pair[codes - 2] ?? '', label: countryName(pair[1]) })).sort((a, b) =>
    compareTexts(a.label, b.label),
  )
const OPTIONS = { 2: optionsOf(2), 3: optionsOf(3) }

const LIST = {
  nothingFoundMessage: 'Nicht gefunden.',
  inputWrapperOrder: ['label', 'input', 'error', 'description'] as ('label' | 'input' | 'error' | 'description')[],
  maxDropdownHeight: 280,
}

/** A country to type or choose, by its German name. */
export const CountryField = ({ value, onChange, codes, isRequired = false, ...input }: CountryFieldProps) => (
  <TypedSelectField
    {...input}
    {...LIST}
    data={OPTIONS[codes]}
    value={value || null}
    onChange={(code) => onChange(code ?? '')}
    takesOnLeaving
    {...(isRequired ? {} : { clearable: true, clearButtonProps: { 'aria-label': `${input.label}: leeren` } })}
  />
)

interface CountriesFieldProps extends FieldProps {
  /** Alpha-3. */
  value: readonly string[]
  onChange: (codes: string[]) => void
  max: number
}

/** Several of them. */
export const CountriesField = ({ value, onChange, max, ...input }: CountriesFieldProps) => {
  const [search, setSearch] = useState('')
  return (
    <MultiSelect
      {...input}
      {...LIST}
      data={OPTIONS[3]}
      value={[...value]}
      onChange={onChange}
      maxValues={max}
      hidePickedOptions
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      // After a choice Enter would take the first of all countries.
      selectFirstOptionOnChange={search !== ''}
      onKeyDown={keepEnter}
    />
  )
}
