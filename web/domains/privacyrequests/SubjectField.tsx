import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { subjectKey, UNKNOWN_SUBJECT } from '#contract/privacyrequests/privacyrequests.subjects.ts'
import type { SubjectHit } from '#contract/privacyrequests/privacyrequests.ts'
import type { Choice } from '#contract/record.ts'
import { fieldProps, type InputFieldProps } from '#web/forms/fields.ts'
import { subjectsQuery } from './request-queries.ts'
import { requestedKind } from './request-texts.ts'

const DELAY_MS = 150

export const UNKNOWN_CHOICE: Choice = { value: UNKNOWN_SUBJECT, label: requestedKind(UNKNOWN_SUBJECT) }

export const choiceOf = ({ type, id, name }: SubjectHit): Choice => ({ value: subjectKey(type, id), label: name })

interface SubjectFieldProps extends Pick<InputFieldProps, 'field' | 'error' | 'takesFocus'> {
  value: string
  /** The chosen person, whose name is shown. */
  chosen: Choice | undefined
  onPick: (choice: Choice, hit: SubjectHit | undefined) => void
}

/** Finds the person of a request among all people whom the school knows; the last choice is that it knows none. */
export const SubjectField = ({ value, chosen, onPick, ...input }: SubjectFieldProps) => {
  const [search, setSearch] = useState(chosen?.label ?? '')
  const [asked] = useDebouncedValue(search.trim(), DELAY_MS)
  const isAsking = asked.length > 1 && asked !== chosen?.label
  const found = useQuery({ ...subjectsQuery(asked), enabled: isAsking })
  const hits = isAsking ? (found.data ?? []) : []
  const choices = new Map(
    [...hits.map(choiceOf), ...(chosen ? [chosen] : []), UNKNOWN_CHOICE].map((one) => [one.value, one]),
  )
  return (
    <Select
      {...fieldProps(input)}
      placeholder="Name …"
      data={[...choices.values()]}
      // What was found is what is shown: the server searches.
      filter={({ options }) => options}
      renderOption={({ option }) => {
        const hit = hits.find(({ type, id }) => subjectKey(type, id) === option.value)
        return (
          <span>
            {option.label}
            {hit && (
              <small className="sh-quiet sh-block">
                {[requestedKind(hit.type), hit.hint].filter(Boolean).join(' · ')}
              </small>
            )}
          </span>
        )
      }}
      searchable
      allowDeselect={false}
      searchValue={search}
      onSearchChange={setSearch}
      value={value || null}
      onChange={(key) => {
        const choice = choices.get(key ?? '')
        if (choice)
          onPick(
            choice,
            hits.find(({ type, id }) => subjectKey(type, id) === key),
          )
      }}
      maxDropdownHeight={320}
    />
  )
}
