import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { type SiblingPupil, waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { failureText } from '#web/api/errors.ts'
import { queryFor } from '#web/api/queries.ts'
import { pupilFacts, pupilName } from './sibling-texts.ts'

const DELAY_MS = 150
const keyOf = ({ school_short, pupil_id }: SiblingPupil) => `${school_short} ${pupil_id}`

interface SiblingPupilPickerProps {
  registrationId: number
  onPick: (pupil: SiblingPupil) => void
}

/** Finds a child of the viewer's schools by name, with what tells two of one name apart. */
export const SiblingPupilPicker = ({ registrationId, onPick }: SiblingPupilPickerProps) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), DELAY_MS)
  const isAsking = asked.length > 1
  const found = useQuery({
    ...queryFor(
      waitlistSiblingEndpoints.search,
      { params: { id: registrationId }, query: { search: asked } },
      { quiet: true },
    ),
    enabled: isAsking,
  })
  const pupils = isAsking ? (found.data ?? []) : []
  const pupilOf = (key: string | null) => pupils.find((one) => keyOf(one) === key)
  const isWaiting = asked !== search.trim() || found.isFetching
  const outcome = found.error ? failureText(found.error) : 'Niemand gefunden.'
  const message = search.trim().length > 1 && (isWaiting ? 'Suche läuft …' : outcome)
  return (
    <Select
      ref={field}
      label="Kind suchen"
      placeholder="Name …"
      data={pupils.map((one) => ({ value: keyOf(one), label: pupilName(one) }))}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const pupil = pupilOf(option.value)
        return (
          <span>
            {option.label}
            {pupil && <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>{pupilFacts(pupil)}</small>}
          </span>
        )
      }}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={message}
      value={null}
      onChange={(key) => {
        const pupil = pupilOf(key)
        if (pupil) onPick(pupil)
      }}
      maxDropdownHeight={280}
    />
  )
}
