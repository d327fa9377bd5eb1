import { absenceEndpoints } from '#contract/absences/absences.ts'
import { sicknoteEndpoints } from '#contract/sicknotes/sicknotes.ts'
import { renewReplies } from '#web/api/queries.ts'

/** What is no longer true once a note was changed; needed with the first change, not before. */
export const CHANGED_BY_SICKNOTES = [
  sicknoteEndpoints.list,
  sicknoteEndpoints.missingExcuse,
  sicknoteEndpoints.get,
  absenceEndpoints.pupil,
  absenceEndpoints.report,
]

export const refreshSicknotes = () => renewReplies(CHANGED_BY_SICKNOTES)
