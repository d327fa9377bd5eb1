import { MultiSelect } from '@mantine/core'
import { type ReactNode, useRef } from 'react'

interface ClassPeopleFieldProps {
  id: string
  label: string
  description?: string
  /** Who can be chosen. */
  people: { value: string; label: string }[]
  value: string[]
  onChange: (value: string[]) => void
  error: ReactNode
  /** What stands in the search and is nobody yet. */
  search: string
  onSearch: (search: string) => void
  max?: { count: number; onReached: () => void }
}

/** People of a class to choose from: Enter takes the first found; a name that was typed only stays until it is chosen or deleted. */
export const ClassPeopleField = ({ people, search, onSearch, max, ...input }: ClassPeopleFieldProps) => {
  const isLeaving = useRef(false)
  const keepOnLeaving = (text: string) => {
    // The kit empties the search with the focus: nobody would hear that the name was dropped.
    if (!isLeaving.current) onSearch(text)
    isLeaving.current = false
  }
  return (
    <MultiSelect
      {...input}
      data={people}
      searchable
      hidePickedOptions
      nothingFoundMessage="Niemand gefunden."
      searchValue={search}
      onSearchChange={keepOnLeaving}
      selectFirstOptionOnChange={search !== ''}
      onBlur={() => {
        isLeaving.current = true
      }}
      {...(max && { maxValues: max.count, onMaxValues: max.onReached })}
    />
  )
}
