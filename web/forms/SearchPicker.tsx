import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type Ref, useState } from 'react'
import { failureText } from '#web/api/errors.ts'

const DELAY_MS = 150
const SEARCH_MIN = 2

/** The text of a search while it is typed, and what the server is asked once the typing pauses. */
export const useSearchTerm = () => {
  const [text, setText] = useState('')
  const [asked] = useDebouncedValue(text.trim(), DELAY_MS)
  return { text, setText, asked, isAsked: asked.length >= SEARCH_MIN }
}

interface SearchPickerProps<T> {
  label: string
  /** Only a screen reader hears the label; the empty field shows it instead. */
  isLabelHidden?: boolean | undefined
  /** What can be searched for. */
  placeholder?: string
  inputRef?: Ref<HTMLInputElement>
  term: ReturnType<typeof useSearchTerm>
  /** The answer to `term.asked`. */
  reply: { isFetching: boolean; error: unknown }
  hits: readonly T[]
  /** `hint` tells two hits of one name apart. */
  optionOf: (hit: T) => { value: string; label: string; hint: string }
  onPick: (hit: T) => void
}

/** Finds one record on the server by what is typed; the field is empty again once it is picked. */
export const SearchPicker = <T,>({
  label,
  isLabelHidden = false,
  placeholder = 'Name …',
  inputRef,
  term,
  reply,
  hits,
  optionOf,
  onPick,
}: SearchPickerProps<T>) => {
  const { text, setText, asked, isAsked } = term
  const options = new Map(isAsked ? hits.map((hit) => [optionOf(hit).value, { hit, ...optionOf(hit) }] as const) : [])
  const outcome = reply.error ? failureText(reply.error) : 'Niemand gefunden.'
  const message = asked !== text.trim() || reply.isFetching ? 'Suche läuft …' : outcome
  return (
    <Select
      {...(inputRef && { ref: inputRef })}
      {...(isLabelHidden ? { 'aria-label': label, placeholder: `${label} …` } : { label, placeholder })}
      data={[...options.values()].map(({ value, label: name }) => ({ value, label: name }))}
      // The server has searched, so everything that it found is shown.
      filter={(list) => list.options}
      renderOption={({ option }) => (
        <span>
          {option.label}
          <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>{options.get(option.value)?.hint}</small>
        </span>
      )}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={text.trim().length >= SEARCH_MIN && message}
      value={null}
      onChange={(value) => {
        const option = options.get(value ?? '')
        if (!option) return
        setText('')
        onPick(option.hit)
      }}
      maxDropdownHeight={280}
    />
  )
}
