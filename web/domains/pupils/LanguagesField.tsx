import { ActionIcon, Button, TextInput } from '@mantine/core'
import { Plus, X } from 'lucide-react'
import type { LanguageInput } from '#web/forms/fields.ts'
import { LanguageField } from '#web/forms/LanguageField.tsx'
import classes from './PupilSections.module.css'

interface LanguagesFieldProps {
  id: string
  label: string
  value: readonly LanguageInput[]
  onChange: (value: LanguageInput[]) => void
  error: string | undefined
}

const NEW: LanguageInput = { language: '', since_grade: '', until_grade: '' }
const MOST = 5

/** The foreign languages of a child, each with the grades it is learnt in. */
export const LanguagesField = ({ id, label, value, onChange, error }: LanguagesFieldProps) => {
  const set = (index: number, change: Partial<LanguageInput>) =>
    onChange(value.map((one, at) => (at === index ? { ...one, ...change } : one)))
  return (
    <fieldset
      id={id}
      tabIndex={-1}
      className={`sh-fieldset ${classes.group}`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <legend>{label}</legend>
      {value.map((one, index) => (
        // Rows have nothing else to be told apart by while they are typed.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <div key={index} className={`sh-grid sh-gap-2 ${classes.language}`}>
          <LanguageField
            id={`${id}-${index}`}
            label={`${index + 1}. Fremdsprache`}
            value={one.language}
            onChange={(language) => set(index, { language })}
          />
          <TextInput
            label="ab Klassenstufe"
            inputMode="numeric"
            autoComplete="off"
            value={one.since_grade}
            onChange={(event) => set(index, { since_grade: event.currentTarget.value })}
          />
          <TextInput
            label="bis Klassenstufe"
            inputMode="numeric"
            autoComplete="off"
            value={one.until_grade}
            onChange={(event) => set(index, { until_grade: event.currentTarget.value })}
          />
          <ActionIcon
            aria-label={`${index + 1}. Fremdsprache entfernen`}
            size={40}
            onClick={() => onChange(value.filter((_, at) => at !== index))}
          >
            <X size={20} aria-hidden />
          </ActionIcon>
        </div>
      ))}
      {error && (
        <p id={`${id}-error`} className={`sh-small sh-bad ${classes.error}`}>
          {error}
        </p>
      )}
      {value.length < MOST && (
        <Button
          variant="default"
          size="compact-md"
          leftSection={<Plus size={18} aria-hidden />}
          onClick={() => onChange([...value, NEW])}
        >
          Fremdsprache hinzufügen
        </Button>
      )}
    </fieldset>
  )
}
