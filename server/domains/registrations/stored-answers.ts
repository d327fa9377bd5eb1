import { RegistrationAnswers } from '#contract/registrations/registrations.form.ts'

type Meta = RegistrationAnswers['meta']

/** What a form that asks nothing would have answered. */
const UNASKED = RegistrationAnswers.shape.meta.partial().parse({})

/**
 * The answers an application holds, with the defaults of what its form did not ask. They are not validated again: rules
 * change, and what a family once sent must stay readable.
 */
export const storedMeta = ({ meta, entry_type }: { meta: unknown; entry_type: string }): Meta => ({
  ...UNASKED,
  ...(meta as Meta),
  entry_type: entry_type as Meta['entry_type'],
})
