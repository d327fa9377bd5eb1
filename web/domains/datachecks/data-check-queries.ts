import { dataCheckDecideEndpoints } from '#contract/datachecks/datachecks.decide.ts'
import { dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from '#contract/pupils/pupils.notes.ts'
import { actionsAbout } from '#web/api/act-once.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'

export const checkQuery = (id: number) => queryFor(dataCheckEndpoints.get, { params: { id } }, { quiet: true })
export const familyQuery = (id: number) =>
  queryFor(dataCheckDecideEndpoints.family, { params: { id } }, { quiet: true })

/** Actions about rounds and decisions, after which everything about them is loaded anew. */
export const { act, actAndNotify } = actionsAbout('data check', () =>
  renewReplies([
    ...[dataCheckEndpoints.get, dataCheckEndpoints.list],
    ...[dataCheckDecideEndpoints.family, dataCheckDecideEndpoints.tasks, dataCheckDecideEndpoints.confirmed],
    ...[pupilDetailsEndpoints.get, pupilNoteEndpoints.list, pupilHistoryEndpoints.list],
  ]),
)
