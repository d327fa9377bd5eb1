import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { GENDERS } from '#contract/genders.ts'
import { ClassName } from '#contract/schoolclasses/schoolclasses.ts'
import { whenUsed } from '#contract/when-used.ts'

export const PupilStats = z.object({
  /** Pupils who are active or on leave; all other numbers count among them. */
  total: z.int(),
  /** Whether the school has any child, even if it is still to come or has left. */
  hasPupils: z.boolean(),
  classCount: z.int(),
  byGender: z.array(z.object({ gender: z.enum(GENDERS), count: z.int() })),
  /**
   * Each class of the active year in the order of classes, also empty ones; pupils without a class are not counted
   * here.
   */
  byClass: z.array(ClassName.extend({ count: z.int(), capacity: z.int().nullable() })),
  /**
   * How many pupils have a confidential entry that is to be confirmed (domain §5.3); only with 'view pupil sensitive'.
   */
  toConfirm: z.int().optional(),
})
export type PupilStats = z.output<typeof PupilStats>

const average = whenUsed(() => new Intl.NumberFormat('de-DE', { maximumFractionDigits: 2 }))

/** Spec §2: children per class with up to 2 decimals; "–" without classes (domain §9a). */
export const pupilsPerClass = ({ total, classCount }: Pick<PupilStats, 'total' | 'classCount'>) =>
  classCount === 0 ? '–' : average().format(total / classCount)

export const pupilStatsEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/stats',
    access: 'view pupil',
    response: PupilStats,
    summary: 'Zahl der SuS nach Geschlecht und Zahl der Klassen',
  }),
}
