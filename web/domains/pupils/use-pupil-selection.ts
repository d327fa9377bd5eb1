import { fullName } from '#contract/person-names.ts'
import { type PupilList, type PupilRow, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { call } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { type Chosen, useRowSelection } from '#web/lists/use-row-selection.ts'
import { isBin, type PupilListState, pupilFilterQuery } from './pupil-list-query.ts'

export type ChosenPupil = Chosen<PupilRow>

/** Pupils chosen over pages and filters; the bin has a choice of its own, so that none is mistaken for the other. */
export const usePupilSelection = (state: PupilListState, { data: rows, total }: Pick<PupilList, 'data' | 'total'>) => {
  const filters = pupilFilterQuery(state)
  const place = isBin(state) ? 'bin' : 'school'
  const { chooseHits, ...selection } = useRowSelection<PupilRow>({ rows, total, filters, nameOf: fullName, place })
  const chooseAll = async () => {
    try {
      chooseHits((await call(pupilEndpoints.ids, { query: filters })).ids)
    } catch (failure) {
      await explainFailure(failure)
    }
  }
  return { ...selection, chooseAll }
}
