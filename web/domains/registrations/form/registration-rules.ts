import { Email } from '#contract/formats.ts'
import { checkRegistration, checkStep } from '#contract/registrations/registrations.check.ts'
import { RegistrationForm as FormAnswers } from '#contract/registrations/registrations.form.ts'

/** An address as it is sent, or the message of spec §5. */
const readMail = (typed: string) => {
  const read = Email.safeParse(typed)
  return read.success ? { mail: read.data } : { message: read.error.issues[0]?.message }
}

/** The answers of a draft; undefined when an older form wrote it. */
const readAnswers = (draft: unknown) => FormAnswers.safeParse(draft).data

/** What needs zod, in a file of its own: it is loaded while the first step is being filled in. */
export const rules = { checkStep, checkRegistration, readMail, readAnswers }
