import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, PUPIL_STATUSES, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'

const DELAY_MS = 150
const MOST = 20

interface PupilPickerProps {
  label: string
  /** Only a screen reader hears the label; the field says the rest itself. */
  isLabelHidden?: boolean
  onPick: (pupil: { id: number; name: string }) => void
}

/** Finds a pupil of the school by name or number, also one who has left. */
export const PupilPicker = ({ label, isLabelHidden = false, onPick }: PupilPickerProps) => {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search.trim(), DELAY_MS)
  const query = { search: asked, per_page: MOST, status: PUPIL_STATUSES.join(',') }
  const found = useQuery({ ...queryFor(pupilEndpoints.list, { query }), enabled: asked.length > 1 })
  const pupils = asked.length > 1 ? (found.data?.data ?? []) : []
  const isWaiting = asked !== search.trim() || found.isFetching
  return (
    <Select
      {...(isLabelHidden ? { 'aria-label': label, placeholder: `${label} …` } : { label, placeholder: 'Name …' })}
      data={pupils.map((pupil) => ({ value: String(pupil.id), label: fullName(pupil) }))}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const pupil = pupils.find(({ id }) => String(id) === option.value)
        return (
          <span>
            {option.label}
            {pupil && (
              <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>
                {pupil.schoolclass?.classgradePlain ?? PUPIL_STATUS_LABELS[pupil.status]}
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
        const pupil = pupils.find((one) => String(one.id) === id)
        if (!pupil) return
        setSearch('')
        onPick({ id: pupil.id, name: fullName(pupil) })
      }}
      maxDropdownHeight={280}
    />
  )
}
