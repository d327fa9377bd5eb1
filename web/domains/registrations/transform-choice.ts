import type { TransformOptions } from '#contract/registrations.transform.ts'

/** In the form: no class yet, only the grade. */
export const OPEN_CLASS = 'open'
/** In the form: not one of those offered, but somebody new. */
export const NEW = 'new'

export interface TransformChoice {
  /** Id of a class, or `OPEN_CLASS`. */
  schoolclass: string
  /** Id of the pupil this child already is, `NEW`, or empty while nobody has said. */
  child: string
  /** Id of a guardian on record, or `NEW`, by position. */
  guardians: Record<number, string>
}

/** The class with the fewest children of the grade; without classes the class stays open. */
const leastFull = ({ classes }: TransformOptions) =>
  classes.reduce<TransformOptions['classes'][number] | undefined>(
    (least, one) => (least && least.pupil_count <= one.pupil_count ? least : one),
    undefined,
  )

/** What is chosen before anybody chooses: a child that surely exists must be answered by a person (domain §3.3). */
export const initialChoice = (options: TransformOptions): TransformChoice => ({
  schoolclass: String(leastFull(options)?.id ?? OPEN_CLASS),
  child: options.duplicates.exact.length > 0 ? '' : NEW,
  guardians: Object.fromEntries(
    options.guardians.flatMap(({ position, candidates }) =>
      candidates[0] ? [[position, String(candidates[0].guardian_id)]] : [],
    ),
  ),
})

/** The choice as the call wants it. */
export const transformBody = (registrationId: number, { schoolclass, child, guardians }: TransformChoice) => {
  const isLinked = child !== NEW && child !== ''
  if (isLinked) return { registration_id: registrationId, link_pupil_id: Number(child) }
  return {
    registration_id: registrationId,
    schoolclass_id: schoolclass === OPEN_CLASS ? null : Number(schoolclass),
    force: child === NEW,
    guardians: Object.entries(guardians).flatMap(([position, id]) =>
      id === NEW ? [] : [{ position: Number(position), guardian_id: Number(id) }],
    ),
  }
}
