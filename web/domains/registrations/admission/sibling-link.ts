import type { AdmissionSibling, TransformOptions } from '#contract/registrations/registrations.transform.ts'
import type { TransformChoice } from './transform-choice.ts'

/** What becomes of a verified brother or sister; siblings are pupils of a school with a guardian in common. */
export type SiblingLink = 'linked' | 'not_chosen' | 'nobody' | 'elsewhere'

/** By what is chosen at the moment. */
export const siblingLink = (
  { pupil_id, is_own }: AdmissionSibling,
  { guardians }: Pick<TransformOptions, 'guardians'>,
  chosen: TransformChoice['guardians'],
): SiblingLink => {
  if (!is_own) return 'elsewhere'
  const shared = guardians.flatMap(({ position, candidates }) =>
    candidates
      .filter(({ sibling_ids }) => pupil_id !== null && sibling_ids.includes(pupil_id))
      .map(({ guardian_id }) => chosen[position] === String(guardian_id)),
  )
  if (shared.length === 0) return 'nobody'
  return shared.includes(true) ? 'linked' : 'not_chosen'
}
