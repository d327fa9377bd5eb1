import { useQuery } from '@tanstack/react-query'
import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'

/** The pupils before and after this one in the class list of today; undefined while unknown and without a class. */
export const useClassmates = ({ id, schoolclass }: PupilDetails) => {
  const query = { schoolclass_id: String(schoolclass?.id), sort: 'lastname', page: 1, per_page: 0 }
  const { data } = useQuery({
    ...queryFor(pupilEndpoints.list, { query }, { quiet: true }),
    enabled: schoolclass !== null,
  })
  const index = data?.data.findIndex((pupil) => pupil.id === id) ?? -1
  if (!data || index < 0) return undefined
  const pathAt = (at: number) => {
    const pupil = data.data[at]
    return pupil && paths.pupil(pupil.id)
  }
  return { previous: pathAt(index - 1), next: pathAt(index + 1), position: index + 1, total: data.total }
}
