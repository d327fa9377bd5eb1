import { familyEndpoints } from '#contract/families/families.change.ts'
import { unreachableEndpoints } from '#contract/outboxes/outboxes.unreachable.ts'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { pupilHistoryEndpoints } from '#contract/pupils/pupils.notes.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor, renewReplies } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'

export const guardiansQuery = (search: string) =>
  queryFor(familyEndpoints.findGuardians, { query: { search } }, { quiet: true, keepPrevious: true })

export const loadFamilyAnew = (pupilId: number) =>
  queryClient.fetchQuery({
    ...queryFor(pupilDetailsEndpoints.get, { params: { id: pupilId } }, { quiet: true }),
    staleTime: 0,
  })

/** What is no longer true once somebody of a family was changed: siblings share people, lists search them. */
export const CHANGED_BY_FAMILIES = [
  pupilDetailsEndpoints.get,
  pupilHistoryEndpoints.list,
  pupilEndpoints.list,
  pupilEndpoints.ids,
  familyEndpoints.findGuardians,
  schoolclassEndpoints.contacts,
  unreachableEndpoints.list,
]

export const refreshFamilies = () => renewReplies(CHANGED_BY_FAMILIES)

export type FamilyPupil = Pick<PupilDetails, 'id' | 'firstname' | 'lastname' | 'lastname_prefix'> &
  Pick<PupilDetails, 'guardians' | 'contact_persons'>
