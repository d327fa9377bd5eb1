import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import type { FormFacts } from '#contract/registrations/registrations.form.ts'
import type { StaffRegistration } from '#contract/registrations/registrations.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { changeStatus } from '#server/domains/registrations/decision/change-status.ts'
import { getSchool } from '#server/domains/schools/schools.shared.queries.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import { insertRegistration } from './insert-registration.ts'
import { getFormFacts } from './registrations.answers.shared.queries.ts'

/** The form for paper and telephone offers every year that is not over, whether or not its online form is open. */
export async function staffFormFacts(tx: SchoolTransaction, today: string): Promise<FormFacts> {
  const school = await getSchool(tx)
  const years = await listSchoolyears(tx)
  return getFormFacts(tx, { school, today, schoolyears: years.filter(({ state }) => state !== 'closed') })
}

/**
 * Stores an application from paper or telephone; a status other than new is a separate change with all its
 * consequences.
 */
export async function enterRegistration(tx: SchoolTransaction, form: StaffRegistration, acting: Acting) {
  const { viewer, now } = acting
  const facts = await staffFormFacts(tx, acting.today)
  const { errors, answers } = checkRegistration(form, { ...facts, mode: 'staff' })
  if (!answers) throw invalid(errors)
  const schoolyear = facts.schoolyears.find(({ id }) => id === answers.school_year_id)
  if (!schoolyear) throw new Error('The answers were validated against other school years.')
  const registration = await insertRegistration(tx, {
    school: await getSchool(tx),
    schoolyear,
    answers,
    source: 'staff',
    sendOptin: form.send_optin,
    now,
    userId: viewer.user_id,
  })
  await changeStatus(tx, { id: registration.id, status: form.status }, acting)
  return registration
}
