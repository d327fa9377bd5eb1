import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

interface TypedSelectFieldProps extends SelectProps<string> {
  /** Tab takes what is marked, too. */
  takesOnLeaving?: boolean
}

/**
 * A choice that is also typed: the first option found is marked, and Enter takes it. Without the mark on opening the kit
 * forgets on a slow machine what the arrow keys have marked, and Enter sends the form instead.
 */
export const TypedSelectField = ({ takesOnLeaving = false, ...props }: TypedSelectFieldProps) => {
  // Opened by typing the list marks what is found, opened otherwise what is chosen.
  const [isTyping, setTyping] = useState(false)
  return (
    <Select
      {...props}
      searchable
      openOnFocus={false}
      selectFirstOptionOnChange={isTyping}
      selectFirstOptionOnDropdownOpen={isTyping}
      autoSelectOnBlur={takesOnLeaving && isTyping}
      onKeyDown={({ key }) => key.length === 1 && setTyping(true)}
      onDropdownClose={() => setTyping(false)}
    />
  )
}
