import { MultiSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { listName } from '#contract/person-names.ts'
import { pupilEndpoints } from '#contract/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import classes from './SicknoteDialog.module.css'
import type { PickedPupil } from './sicknote-form.ts'

const DELAY_MS = 100

const pupilsFound = (search: string) =>
  queryFor(
    pupilEndpoints.list,
    { query: { search, per_page: 10, status: 'active,on_leave,guest,upcoming' } },
    { quiet: true },
  )

interface SicknotePupilsFieldProps {
  id: string
  value: readonly PickedPupil[]
  onChange: (pupils: readonly PickedPupil[]) => void
  error: ReactNode
}

const labelOf = (pupil: PickedPupil) =>
  [listName(pupil), pupil.schoolclass && `(${pupil.schoolclass.classgradePlain})`].filter(Boolean).join(' ')

/** What was found for the text that stands there; empty while it is on its way. */
const usePupilsFound = (search: string) => {
  const [asked] = useDebouncedValue(search, DELAY_MS)
  const isAsked = asked.length > 0
  const found = useQuery({ ...pupilsFound(asked), enabled: isAsked, placeholderData: keepPreviousData })
  const isWaiting = search !== '' && (asked !== search || found.isPlaceholderData || found.isPending)
  return { isWaiting, hits: isAsked && search !== '' ? (found.data?.data ?? []) : [] }
}

/**
 * Children by name or class: Enter takes the first found, also when it is pressed before the answer is there; without a
 * search it sends the form.
 */
export const SicknotePupilsField = ({ id, value, onChange, error }: SicknotePupilsFieldProps) => {
  const [search, setSearch] = useState('')
  const text = search.trim()
  const { isWaiting, hits } = usePupilsFound(text)
  const [isEager, setEager] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const free = hits.filter((pupil) => !value.some((one) => one.id === pupil.id))
  const [first] = free
  const pick = (pupil: PickedPupil) => {
    onChange([...value, pupil])
    setSearch('')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is what Enter has waited for
  useEffect(() => {
    if (!isEager || isWaiting) return
    setEager(false)
    if (first) pick(first)
  }, [isEager, isWaiting])

  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    // While a name stands there Enter means a child, then the form; the kit would keep it for its empty list.
    if (text === '') event.currentTarget.form?.requestSubmit()
    if (isWaiting) setEager(true)
    if (text === '' || isWaiting || !first) event.preventDefault()
  }
  const all = [...value, ...free]
  return (
    <MultiSelect
      id={id}
      label="Kinder"
      data-autofocus
      placeholder={value.length === 0 ? 'Name oder Klasse …' : ''}
      error={error}
      data={all.map((pupil) => ({ value: String(pupil.id), label: labelOf(pupil) }))}
      value={value.map((pupil) => String(pupil.id))}
      onChange={(ids) => onChange(all.filter((pupil) => ids.includes(String(pupil.id))))}
      searchable
      searchValue={search}
      onSearchChange={(typed) => {
        setEager(false)
        setSearch(typed)
      }}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      hidePickedOptions
      selectFirstOptionOnChange={text !== '' && !isWaiting}
      nothingFoundMessage={text !== '' && !isWaiting ? 'Niemand gefunden.' : undefined}
      maxDropdownHeight={280}
      // An empty list is none: Escape leaves the dialog then.
      dropdownOpened={isOpen && text !== ''}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      rightSection={null}
      classNames={{ input: classes.box ?? '', inputField: classes.search ?? '' }}
      onKeyDown={press}
    />
  )
}
