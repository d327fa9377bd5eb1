import { useQuery } from '@tanstack/react-query'
import { isTodayNote, isUnexplained } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Sicknote } from '#contract/sicknotes/sicknotes.ts'
import { useToday } from '#web/api/base-data.ts'
import { sicknotesQuery } from './sicknote-queries.ts'

/** All absences of today: one question for a whole class. Undefined until they are here. */
export const useNotesOfToday = (isWanted = true) => {
  const today = useToday()
  const { data } = useQuery({ ...sicknotesQuery, enabled: isWanted, meta: { quiet: true } })
  return isWanted ? data?.filter((note) => isTodayNote(note, today)) : undefined
}

/** The note that says how it is with a child: a report comes before the mark that it is missing. */
export const noteOf = (notes: readonly Sicknote[], pupilId: number) =>
  notes
    .filter((note) => note.pupil.id === pupilId)
    .sort((a, b) => Number(isUnexplained(a)) - Number(isUnexplained(b)))[0]
