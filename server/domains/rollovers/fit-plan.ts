import type { RolloverPlan } from '#contract/rollovers/rollovers.ts'
import { planRollover } from './plan-rollover.ts'
import type { Situation } from './planned-rollover.ts'

const FIELD = /^(targets|pupils)\.(\d+)\.(\w+)$/

type Faulty = Record<'targets' | 'pupils', Map<number, string>>

const readFaults = (fields: readonly string[]): Faulty => {
  const faulty: Faulty = { targets: new Map(), pupils: new Map() }
  for (const field of fields) {
    const [, list, index, name = ''] = FIELD.exec(field) ?? []
    if (list === 'targets' || list === 'pupils') faulty[list].set(Number(index), name)
  }
  return faulty
}

/** The plan without its faults; a pupil who repeats or skips still does so when only the class no longer exists. */
const withoutFaulty = (plan: RolloverPlan, { targets, pupils }: Faulty): RolloverPlan => ({
  ...plan,
  targets: plan.targets.filter((_, index) => !targets.has(index)),
  pupils: plan.pupils.flatMap((one, index) => {
    const field = pupils.get(index)
    if (field === undefined) return [one]
    const { target: _, ...rest } = one
    return field === 'target' && one.decision !== 'promote' ? [rest] : []
  }),
})

/**
 * A stored plan that can be rehearsed now: without pupils who left or have a seat, and without classes that no longer
 * exist.
 */
export function fitPlan(situation: Situation, plan: RolloverPlan): { plan: RolloverPlan; dropped: number } {
  const { planned, faults } = planRollover(situation, plan)
  const faulty = readFaults(Object.keys(faults))
  if (faulty.targets.size + faulty.pupils.size > 0) {
    const fitted = fitPlan(situation, withoutFaulty(plan, faulty))
    return { ...fitted, dropped: fitted.dropped + faulty.targets.size + faulty.pupils.size }
  }
  const open = new Set(
    planned.report.pupils.flatMap(({ pupil_id, reason }) =>
      reason === 'already_placed' || reason === 'left_before' ? [] : [pupil_id],
    ),
  )
  const pupils = plan.pupils.filter(({ pupil_id }) => open.has(pupil_id))
  return { plan: { ...plan, pupils }, dropped: plan.pupils.length - pupils.length }
}
