import { useMay } from '#web/api/base-data.ts'

/** Who gets an answer at all: with the permission everything, teachers what was opened to them (domain §4). */
export const useMayLook = () => {
  const may = useMay()
  return may('view pupil sensitive') || (may('view attached pupil') && !may('view pupil'))
}
