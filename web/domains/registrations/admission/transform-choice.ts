import type {
  AdmissionSibling,
  DifferenceKind,
  TransformOptions,
} from '#contract/registrations/registrations.transform.ts'

/** In the form: no class yet, only the grade. */
export const OPEN_CLASS = 'open'
const CHANGE = 'change:'
/** In the form: this pupil of a partner school comes here (Schulwechsel). */
export const changeOf = (pupilId: number) => `${CHANGE}${pupilId}`

/** In the form: not one of those offered, but somebody new. */
export const NEW = 'new'

/** Whether the child is noted as a pupil who is here already; then nothing else is chosen. */
export const isLink = (child: string) => child !== '' && child !== NEW && !child.startsWith(CHANGE)

export interface TransformChoice {
  /** Id of a class, or `OPEN_CLASS`. */
  schoolclass: string
  /** Id of the pupil this child already is, a change of school, `NEW`, or empty while nobody has said. */
  child: string
  /** Id of a guardian on record, or `NEW`, by position. */
  guardians: Record<number, string>
  /** What of the application replaces what is on record of them, by position; nothing by itself. */
  takes: Record<number, DifferenceKind[]>
  /** The child becomes a pupil although the family wishes to withdraw. */
  declinesWish: boolean
}

/** The class with the fewest children of the grade; without classes the class stays open. */
const leastFull = ({ classes }: TransformOptions) =>
  classes.reduce<TransformOptions['classes'][number] | undefined>(
    (least, one) => (least && least.pupil_count <= one.pupil_count ? least : one),
    undefined,
  )

/**
 * Who surely attends a partner school, and is the only one that surely is this child, changes from there. Else a child
 * that surely exists must be answered by a person (domain §3.3).
 */
const initialChild = ({ duplicates: { exact }, school_changes }: TransformOptions) => {
  if (exact.length === 0) return NEW
  const offer = exact.length === 1 && school_changes.find(({ pupil_id }) => pupil_id === exact[0]?.id)
  return offer ? changeOf(offer.pupil_id) : ''
}

/** What is chosen before anybody chooses. */
export const initialChoice = (options: TransformOptions): TransformChoice => ({
  schoolclass: String(leastFull(options)?.id ?? OPEN_CLASS),
  child: initialChild(options),
  guardians: Object.fromEntries(
    options.guardians.flatMap(({ position, candidates }) => {
      const same = candidates.find(({ is_same_name }) => is_same_name)
      return same ? [[position, String(same.guardian_id)]] : []
    }),
  ),
  takes: {},
  declinesWish: false,
})

const changeFrom = (child: string, { school_changes }: Pick<TransformOptions, 'school_changes'>) => {
  const offer = school_changes.find(({ pupil_id }) => child === changeOf(pupil_id))
  return offer && { pupil_id: offer.pupil_id, school_short: offer.school_short }
}

interface TransformInput extends Pick<TransformOptions, 'school_changes'> {
  registrationId: number
  /** Who surely is this child, as the person saw it who chooses. */
  found: readonly { id: number }[]
}

const chosenGuardians = ({ guardians, takes }: TransformChoice) =>
  Object.entries(guardians).flatMap(([key, id]) => {
    const position = Number(key)
    return id === NEW ? [] : [{ position, guardian_id: Number(id), takes: takes[position] ?? [] }]
  })

/** The choice as the call wants it. */
export const transformBody = ({ registrationId, found, ...options }: TransformInput, choice: TransformChoice) => {
  const { schoolclass, child, declinesWish } = choice
  const asked = { registration_id: registrationId, declines_wish: declinesWish }
  if (isLink(child)) return { ...asked, link_pupil_id: Number(child) }
  const change_from = changeFrom(child, options)
  return {
    ...asked,
    schoolclass_id: schoolclass === OPEN_CLASS ? null : Number(schoolclass),
    // Somebody who was found meanwhile is shown first.
    force: found.some(({ id }) => id !== change_from?.pupil_id),
    ...(change_from && { change_from }),
    guardians: chosenGuardians(choice),
  }
}

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
