import { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'

type Meta = RegistrationAnswers['meta']

/** The answers of a form whose questions were all left out. */
const UNASKED = RegistrationAnswers.shape.meta.partial().parse({})

/**
 * The answers of an application, with defaults for questions that its form did not ask. They are not validated again:
 * rules change, and what a family once sent must stay readable.
 */
export const storedMeta = ({ meta, entry_type }: { meta: unknown; entry_type: string }): Meta => ({
  ...UNASKED,
  ...(meta as Meta),
  entry_type: entry_type as Meta['entry_type'],
})
