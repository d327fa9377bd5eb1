import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'
import { keepEnter } from './keep-enter.ts'

interface TypedSelectFieldProps extends SelectProps<string> {
  /** Leaving the field takes what is marked, too. */
  takesOnLeaving?: boolean
}

/** Keyboards of phones do not say which letter it is. */
const isLetter = (key: string) => key.length === 1 || key === 'Unidentified' || key === 'Process'

/**
 * A choice that is also typed: the first option found is marked, and Enter takes it. Without the mark on opening the kit
 * forgets on a slow machine what the arrow keys have marked, and Enter sends the form instead. After a choice nothing is
 * marked any more: the kit would mark the first of all options then, and on a slow machine take that one on leaving.
 */
export const TypedSelectField = ({ takesOnLeaving = false, ...props }: TypedSelectFieldProps) => {
  // Opened by typing the list marks what is found, opened otherwise what is chosen.
  const [isTyping, setTyping] = useState(false)
  const [chosen, setChosen] = useState('')
  const [typed, setTyped] = useState<string>()
  const doesMark = isTyping && typed !== '' && typed !== chosen
  return (
    <Select
      {...props}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange={doesMark}
      selectFirstOptionOnDropdownOpen={doesMark}
      autoSelectOnBlur={takesOnLeaving && doesMark}
      onKeyDown={(event) => {
        keepEnter(event)
        if (isTyping || !isLetter(event.key)) return
        setTyping(true)
        setChosen(event.currentTarget.value)
        setTyped(undefined)
      }}
      onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      onDropdownClose={() => {
        setTyping(false)
        setTyped(undefined)
      }}
      // The kit would bring back what somebody has just deleted.
      onBlur={() => props.clearable && typed === '' && props.onChange?.(null, null)}
    />
  )
}
