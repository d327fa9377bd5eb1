import { createHash } from 'node:crypto'
import type { PlannedRollover, Situation, StoredReport } from './planned-rollover.ts'

const byId = (a: { pupil_id: number }, b: { pupil_id: number }) => a.pupil_id - b.pupil_id

/**
 * A hash of everything the change does, by ids and days; a class that only has another name gives the same hash. After
 * an undo it is different, so that the same request is no repeat of the first.
 */
export const fingerprintOf = (
  {
    years,
    classes,
    leavers,
    latestRollover,
  }: Pick<PlannedRollover, 'years' | 'classes' | 'leavers'> & Pick<Situation, 'latestRollover'>,
  { pupils, classes: sizes, copies_teachers }: Omit<StoredReport, 'fingerprint'>,
) => {
  const facts = [
    [years.from.id, years.from.date_end, years.to.id, years.to.date_start],
    [...pupils]
      .sort(byId)
      .map(({ pupil_id, from_class: _from, to_class: _to, ...one }) => [
        pupil_id,
        ...Object.entries(one).sort().flat(),
      ]),
    [...leavers].sort(byId).map(({ pupil_id, next_school }) => [pupil_id, next_school]),
    classes.map(({ target, follows, capacity, copied }) => [
      target,
      follows?.id ?? null,
      capacity,
      copied.map(({ employee_id, function: kind, position }) => [employee_id, kind, position]),
    ]),
    sizes.map(({ target, pupil_count, teachers }) => [target, pupil_count, teachers]).sort(),
    copies_teachers,
    latestRollover,
  ]
  return createHash('sha256').update(JSON.stringify(facts)).digest('base64url')
}
