import { Select, type SelectProps } from '@mantine/core'
import { useMemo, useState } from 'react'
import { filterTyped, optionsByValue, type SearchAliases, useTypedText } from './use-typed-text.ts'

interface TypedSelectFieldProps extends SelectProps<string> {
  /** What the field says when the text left in it is no option, or could be several. */
  unknownMessage: string
  aliases?: SearchAliases
}

const NO_ALIASES: SearchAliases = {}

/** Keyboards of phones do not say which letter it is. */
const isLetter = (key: string) => key.length === 1 || key === 'Unidentified' || key === 'Process'

/**
 * A choice that is also typed: the first option found is marked, and Enter takes it. Leaving the field takes only what
 * the text means without doubt. Without the mark on opening the kit forgets on a slow machine what the arrow keys have
 * marked, and Enter sends the form instead.
 */
export const TypedSelectField = ({ unknownMessage, aliases = NO_ALIASES, ...props }: TypedSelectFieldProps) => {
  const { data, value, onChange } = props
  // Opened by typing the list marks what is found, opened otherwise what is chosen.
  const [isTyping, setTyping] = useState(false)
  const options = useMemo(() => optionsByValue(data), [data])
  const { typed, isRefused, end, fieldProps, closeList, handleKey } = useTypedText({
    label: options[value ?? '']?.label ?? '',
    value: value ?? '',
    options: Object.values(options),
    aliases,
    take: (option) => option.value !== value && onChange?.(option.value, option),
    empty: () => props.clearable && onChange?.(null, null),
  })
  const doesMark = isTyping && typed !== ''
  return (
    <Select
      {...props}
      {...fieldProps}
      error={isRefused ? unknownMessage : props.error}
      filter={useMemo(() => filterTyped(aliases), [aliases])}
      searchable
      openOnFocus={false}
      allowDeselect={false}
      selectFirstOptionOnChange={doesMark}
      selectFirstOptionOnDropdownOpen={doesMark}
      onClear={end}
      onKeyDown={(event) => {
        handleKey(event)
        if (isLetter(event.key)) setTyping(true)
      }}
      onDropdownClose={() => {
        setTyping(false)
        closeList()
      }}
    />
  )
}
