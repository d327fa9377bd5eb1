import type { PupilDetails } from '#contract/pupils/pupils.details.ts'
import { useMay } from '#web/api/base-data.ts'

/** Whether the viewer may change this pupil; out of the bin first. */
export const useMayChange = ({ deleted_at }: Pick<PupilDetails, 'deleted_at'>) => {
  const may = useMay()
  return may('manage pupil') && deleted_at === undefined
}
