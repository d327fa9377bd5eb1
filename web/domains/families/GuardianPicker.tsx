import { useQuery } from '@tanstack/react-query'
import { SearchPicker, useSearchTerm } from '#web/forms/SearchPicker.tsx'
import { guardiansQuery } from './family-queries.ts'

export interface PickedGuardian {
  guardian_id: number
  fullname: string
  mail: string | null
  pupils: string[]
}

interface GuardianPickerProps {
  label: string
  /** Guardians of this child already: they are not offered. */
  without: readonly number[]
  onPick: (guardian: PickedGuardian) => void
}

export const childrenOf = ({ pupils }: PickedGuardian) => (pupils.length > 0 ? `bei ${pupils.join(', ')}` : '')

/** Finds a guardian of the school by name or mail, with the children that tell two of one name apart. */
export const GuardianPicker = ({ label, without, onPick }: GuardianPickerProps) => {
  const term = useSearchTerm()
  const reply = useQuery({ ...guardiansQuery(term.asked), enabled: term.isAsked })
  return (
    <SearchPicker<PickedGuardian>
      label={label}
      placeholder="Name oder E-Mail …"
      term={term}
      reply={reply}
      hits={(reply.data ?? []).filter(({ guardian_id }) => !without.includes(guardian_id))}
      optionOf={(one) => ({
        value: String(one.guardian_id),
        label: one.fullname,
        hint: [childrenOf(one), one.mail].filter(Boolean).join(' · '),
      })}
      onPick={onPick}
    />
  )
}
