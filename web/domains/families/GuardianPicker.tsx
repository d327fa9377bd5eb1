import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { guardiansQuery } from './family-queries.ts'

const DELAY_MS = 150

export interface PickedGuardian {
  guardian_id: number
  fullname: string
  mail: string | null
  pupils: string[]
}

interface GuardianPickerProps {
  label: string
  /** Who is there already. */
  without: readonly number[]
  onPick: (guardian: PickedGuardian) => void
}

export const childrenOf = ({ pupils }: PickedGuardian) => (pupils.length > 0 ? `bei ${pupils.join(', ')}` : '')

/** Finds a guardian of the school by name or mail, with the children that tell two of one name apart. */
export const GuardianPicker = ({ label, without, onPick }: GuardianPickerProps) => {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), DELAY_MS)
  const found = useQuery({ ...guardiansQuery(asked), enabled: asked.length > 1 })
  const people = asked.length > 1 ? (found.data ?? []).filter(({ guardian_id }) => !without.includes(guardian_id)) : []
  const isWaiting = asked !== search.trim() || found.isFetching
  return (
    <Select
      label={label}
      placeholder="Name oder E-Mail …"
      data={people.map((one) => ({ value: String(one.guardian_id), label: one.fullname }))}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const person = people.find(({ guardian_id }) => String(guardian_id) === option.value)
        return (
          <span>
            {option.label}
            {person && (
              <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>
                {[childrenOf(person), person.mail].filter(Boolean).join(' · ')}
              </small>
            )}
          </span>
        )
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={asked.length > 1 && !isWaiting ? 'Niemand gefunden.' : undefined}
      value={null}
      onChange={(id) => {
        const person = people.find(({ guardian_id }) => String(guardian_id) === id)
        if (person) onPick(person)
      }}
      maxDropdownHeight={280}
    />
  )
}
