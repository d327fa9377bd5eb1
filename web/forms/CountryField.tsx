import { MultiSelect } from '@mantine/core'
import type { ReactNode } from 'react'
import { COUNTRIES, COUNTRY_ALIASES, countryName } from '#contract/countries.ts'
import { compareTexts } from '#contract/text-order.ts'
import { TypedSelectField } from './TypedSelectField.tsx'
import { filterTyped, type SearchAliases, useTypedText } from './use-typed-text.ts'

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

const aliasesOf = (codes: 2 | 3): SearchAliases =>
  Object.fromEntries(COUNTRIES.map((pair) => [pair[codes - 2], COUNTRY_ALIASES[pair[0]] ?? []]))
const ALIASES = { 2: aliasesOf(2), 3: aliasesOf(3) }
const FILTER = filterTyped(ALIASES[3])

const UNKNOWN = 'Bitte wählen Sie ein Land aus der Liste.'

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
    unknownMessage={UNKNOWN}
    aliases={ALIASES[codes]}
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
  const { typed, isRefused, fieldProps, closeList, handleKey } = useTypedText({
    label: '',
    value: value.join(),
    options: OPTIONS[3],
    aliases: ALIASES[3],
    take: (country) => {
      if (!value.includes(country.value) && value.length < max) onChange([...value, country.value])
    },
  })
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
      {...fieldProps}
      error={isRefused ? UNKNOWN : input.error}
      filter={FILTER}
      onDropdownClose={closeList}
      // After a choice Enter would take the first of all countries.
      selectFirstOptionOnChange={typed !== undefined}
      onKeyDown={handleKey}
    />
  )
}
