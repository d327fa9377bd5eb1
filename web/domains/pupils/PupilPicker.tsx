import { useQuery } from '@tanstack/react-query'
import { rankNames } from '#contract/name-rank.ts'
import { fullName } from '#contract/person-names.ts'
import { PUPIL_STATUS_LABELS, PUPIL_STATUSES, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { searchWords } from '#contract/search-fold.ts'
import { queryFor } from '#web/api/queries.ts'
import { SearchPicker, useSearchTerm } from '#web/forms/SearchPicker.tsx'

/** More than is shown, so that the best fit is among it. */
const ASKED = 100
const SHOWN = 20

interface PupilPickerProps {
  label: string
  isLabelHidden?: boolean
  onPick: (pupil: { id: number; name: string }) => void
}

/** Finds a pupil of the school by name or number, also one who has left. */
export const PupilPicker = ({ label, isLabelHidden, onPick }: PupilPickerProps) => {
  const term = useSearchTerm()
  const query = { search: term.asked, per_page: ASKED, status: PUPIL_STATUSES.join(',') }
  const reply = useQuery({ ...queryFor(pupilEndpoints.list, { query }, { quiet: true }), enabled: term.isAsked })
  return (
    <SearchPicker
      label={label}
      isLabelHidden={isLabelHidden}
      term={term}
      reply={reply}
      hits={rankNames(reply.data?.data ?? [], searchWords(term.asked)).slice(0, SHOWN)}
      optionOf={(pupil) => ({
        value: String(pupil.id),
        label: fullName(pupil),
        hint: pupil.schoolclass?.classgradePlain ?? PUPIL_STATUS_LABELS[pupil.status],
      })}
      onPick={(pupil) => onPick({ id: pupil.id, name: fullName(pupil) })}
    />
  )
}
