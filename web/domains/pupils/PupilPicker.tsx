import { useQuery } from '@tanstack/react-query'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, PUPIL_STATUSES, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { SearchPicker, useSearchTerm } from '#web/forms/SearchPicker.tsx'

const MOST = 20

interface PupilPickerProps {
  label: string
  isLabelHidden?: boolean
  onPick: (pupil: { id: number; name: string }) => void
}

/** Finds a pupil of the school by name or number, also one who has left. */
export const PupilPicker = ({ label, isLabelHidden, onPick }: PupilPickerProps) => {
  const term = useSearchTerm()
  const query = { search: term.asked, per_page: MOST, status: PUPIL_STATUSES.join(',') }
  const reply = useQuery({ ...queryFor(pupilEndpoints.list, { query }, { quiet: true }), enabled: term.isAsked })
  return (
    <SearchPicker
      label={label}
      isLabelHidden={isLabelHidden}
      term={term}
      reply={reply}
      hits={reply.data?.data ?? []}
      optionOf={(pupil) => ({
        value: String(pupil.id),
        label: fullName(pupil),
        hint: pupil.schoolclass?.classgradePlain ?? PUPIL_STATUS_LABELS[pupil.status],
      })}
      onPick={(pupil) => onPick({ id: pupil.id, name: fullName(pupil) })}
    />
  )
}
