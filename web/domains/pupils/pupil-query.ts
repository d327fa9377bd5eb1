import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const pupilQuery = (id: number) => queryFor(pupilDetailsEndpoints.get, { params: { id } }, { quiet: true })

export const loadPupilAnew = (id: number) => queryClient.fetchQuery({ ...pupilQuery(id), staleTime: 0 })

export const notesQuery = (id: number) => queryFor(pupilNoteEndpoints.list, { params: { id } }, { quiet: true })

export const historyQuery = (id: number) => queryFor(pupilHistoryEndpoints.list, { params: { id } }, { quiet: true })

/** What is no longer true once a pupil was changed: lists, numbers, the classes' pupils. */
export const CHANGED_BY_PUPILS = [
  pupilDetailsEndpoints.get,
  pupilHistoryEndpoints.list,
  pupilEndpoints.list,
  pupilEndpoints.ids,
  pupilStatsEndpoints.get,
  schoolclassEndpoints.list,
  schoolclassEndpoints.get,
]

export const refreshPupils = () => renewReplies(CHANGED_BY_PUPILS)
