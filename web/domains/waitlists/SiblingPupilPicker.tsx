import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { type SiblingPupil, waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { queryFor } from '#web/api/queries.ts'
import { SearchPicker, useSearchTerm } from '#web/forms/SearchPicker.tsx'
import { pupilFacts, pupilName } from './sibling-names.ts'

const keyOf = ({ school_short, pupil_id }: SiblingPupil) => `${school_short} ${pupil_id}`

interface SiblingPupilPickerProps {
  registrationId: number
  onPick: (pupil: SiblingPupil) => void
}

/** Finds a child of the viewer's schools by name, with what tells two of one name apart. */
export const SiblingPupilPicker = ({ registrationId, onPick }: SiblingPupilPickerProps) => {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const term = useSearchTerm()
  const input = { params: { id: registrationId }, query: { search: term.asked } }
  const reply = useQuery({
    ...queryFor(waitlistSiblingEndpoints.search, input, { quiet: true }),
    enabled: term.isAsked,
  })
  return (
    <SearchPicker
      label="Kind suchen"
      inputRef={field}
      term={term}
      reply={reply}
      hits={reply.data ?? []}
      optionOf={(pupil) => ({ value: keyOf(pupil), label: pupilName(pupil), hint: pupilFacts(pupil) })}
      onPick={onPick}
    />
  )
}
