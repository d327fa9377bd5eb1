import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'

interface ImportCellFieldProps {
  label: string
  /** What stands in the row, by the last check. */
  stored: string
  /** The choice that a differently worded cell stands for. */
  meaning?: string | undefined
  error: string | undefined
  /** What can be chosen; null: any text. */
  choices: readonly string[] | null
  /** What a blank choice means. */
  blank?: string | undefined
  /** Called when another value was chosen, or the field is left with another text. */
  onSave: (text: string) => void
  /** The row says already how many blank cells it has: a blank one is red only once somebody was in it. */
  isBlankQuiet?: boolean
}

/** A cell of a list that is imported, to be corrected before anything is stored. */
export const ImportCellField = (props: ImportCellFieldProps) => {
  const { label, stored, meaning = stored, error, choices, onSave, isBlankQuiet = false, blank = '–' } = props
  const [typed, setTyped] = useState(stored)
  // The check can understand a cell in another way: „Birkenweg 4“ loses its number.
  const [seen, setSeen] = useState(stored)
  if (seen !== stored) {
    setSeen(stored)
    setTyped(stored)
  }
  const [isTouched, setTouched] = useState(false)
  const shownError = isBlankQuiet && stored === '' && !isTouched ? undefined : error
  const save = (text: string) => text !== stored && onSave(text)
  if (choices) {
    const isUnknown = stored !== '' && !choices.includes(meaning)
    return (
      <NativeSelect
        label={label}
        // What the file says and the list lacks is not shown as if it were chosen.
        value={isUnknown ? '' : meaning}
        description={meaning === stored ? undefined : `in der Datei: ${stored}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        error={shownError}
        data={[{ value: '', label: isUnknown ? `„${stored}“ gibt es hier nicht` : blank }, ...choices]}
        onChange={(event) => save(event.currentTarget.value)}
        onBlur={() => setTouched(true)}
      />
    )
  }
  return (
    <TextInput
      label={label}
      value={typed}
      error={shownError}
      autoComplete="off"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        setTouched(true)
        save(typed)
      }}
      onKeyDown={(event) => event.key === 'Enter' && save(typed)}
    />
  )
}
