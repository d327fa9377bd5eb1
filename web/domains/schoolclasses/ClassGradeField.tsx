import { Select, type SelectProps } from '@mantine/core'
import { useState } from 'react'

/** A grade to choose or to type: '3' finds the grade 3, Enter and Tab take what is marked. */
export const ClassGradeField = (props: SelectProps<string>) => {
  // Opened by typing the list marks what is found, opened otherwise what is chosen.
  const [isTyping, setTyping] = useState(false)
  return (
    <Select
      {...props}
      searchable
      openOnFocus={false}
      nothingFoundMessage="Keine Stufe gefunden."
      selectFirstOptionOnChange={isTyping}
      selectFirstOptionOnDropdownOpen={isTyping}
      autoSelectOnBlur={isTyping}
      onKeyDown={({ key }) => key.length === 1 && setTyping(true)}
      onDropdownClose={() => setTyping(false)}
    />
  )
}
