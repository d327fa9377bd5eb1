import type { FormContext } from '#contract/registrations/registrations.form.ts'
import { registrationSteps, type StepKey } from '#contract/registrations/registrations.steps.ts'

/** Who calls says first who the child is and who is calling. */
const FIRST: readonly StepKey[] = ['child', 'family']

/** The parts of the form in the order in which the office asks for them; families keep that of domain §2.1. */
export const officeSteps = (context: FormContext) => {
  const steps = registrationSteps(context)
  return [...steps.filter(({ key }) => FIRST.includes(key)), ...steps.filter(({ key }) => !FIRST.includes(key))]
}
