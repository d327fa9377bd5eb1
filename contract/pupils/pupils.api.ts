import { pupilChangeEndpoints } from './pupils.change.ts'
import { pupilDetailsEndpoints } from './pupils.details.ts'
import { pupilHistoryEndpoints, pupilNoteEndpoints } from './pupils.notes.ts'
import { pupilStatsEndpoints } from './pupils.stats.ts'
import { pupilEndpoints } from './pupils.ts'

/** All endpoints of pupils. Pages import the groups one by one and load only what they need. */
export const pupilApi = {
  pupils: pupilEndpoints,
  pupilDetails: pupilDetailsEndpoints,
  pupilStats: pupilStatsEndpoints,
  pupilChanges: pupilChangeEndpoints,
  pupilNotes: pupilNoteEndpoints,
  pupilHistory: pupilHistoryEndpoints,
}
