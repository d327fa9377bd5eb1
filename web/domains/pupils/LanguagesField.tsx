import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { FocusEvent } from 'react'
import { ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import { type FormField, fieldProps, type InputFieldProps, type LanguageInput, sentOf } from '#web/forms/fields.ts'
import { LanguageField } from '#web/forms/LanguageField.tsx'
import classes from './pupils.module.css'

const NEW: LanguageInput = { language: '', since_grade: '', until_grade: '' }
const MOST = 5
const GRADES = [
  { key: 'since_grade', label: 'ab Klassenstufe' },
  { key: 'until_grade', label: 'bis Klassenstufe' },
] as const

type LanguageFaults = Partial<Record<keyof LanguageInput, string>>

/** What is wrong in each row, by input: the summary names only the field as a whole. */
export const languageFaults = (field: FormField, rows: readonly LanguageInput[]): LanguageFaults[] => {
  const sent = sentOf([field], { [field.key]: rows })[field.key] as unknown[]
  return sent.map((row) => {
    const issues = ForeignLanguage.safeParse(row).error?.issues ?? []
    // Only the first message of an input is shown.
    return Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))
  })
}

/** The summary leads to the group; from there to the input that has to be mended. */
const goToFault = ({ target, currentTarget }: FocusEvent<HTMLFieldSetElement>) => {
  if (target === currentTarget) currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}

interface LanguageRowProps {
  id: string
  place: number
  one: LanguageInput
  faults: LanguageFaults
  onChange: (change: Partial<LanguageInput>) => void
  onRemove: () => void
}

const LanguageRow = ({ id, place, one, faults, onChange, onRemove }: LanguageRowProps) => (
  <div className={`sh-grid sh-gap-2 ${classes.language}`} data-faulty={Object.keys(faults).length > 0}>
    <LanguageField
      id={`${id}-${place}`}
      label={`${place + 1}. Fremdsprache`}
      value={one.language}
      error={faults.language}
      onChange={(language) => onChange({ language })}
    />
    {GRADES.map(({ key, label }) => (
      <TextInput
        key={key}
        label={label}
        inputMode="numeric"
        autoComplete="off"
        value={one[key]}
        error={faults[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      />
    ))}
    <ActionIcon aria-label={`${place + 1}. Fremdsprache entfernen`} size={40} onClick={onRemove}>
      <X size={20} aria-hidden />
    </ActionIcon>
  </div>
)

/** The foreign languages of a child, each with the grades it is learnt in; a fault stands at its own input. */
export const LanguagesField = (input: InputFieldProps) => {
  const { id, label, error } = fieldProps(input)
  const rows = input.value as readonly LanguageInput[]
  const { field, onChange } = input
  const faults = error ? languageFaults(field, rows) : []
  const isAtInput = faults.some((row) => Object.keys(row).length > 0)
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      onFocus={goToFault}
      className={`sh-fieldset ${classes.group}`}
      aria-describedby={error && !isAtInput ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      {rows.map((one, index) => (
        <LanguageRow
          // Rows have nothing else to be told apart by while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: see above
          key={index}
          id={id}
          place={index}
          one={one}
          faults={faults[index] ?? {}}
          onChange={(change) => onChange(rows.map((row, at) => (at === index ? { ...row, ...change } : row)))}
          onRemove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      {error && !isAtInput && (
        <p id={`${id}-error`} className="sh-small sh-bad sh-flush sh-above-1 sh-below-1">
          {error}
        </p>
      )}
      {rows.length < MOST && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => onChange([...rows, NEW])}
        >
          Fremdsprache hinzufügen
        </Button>
      )}
    </fieldset>
  )
}
