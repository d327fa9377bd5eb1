import type { FormContext } from '#contract/registrations/registrations.form.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { getFormFacts, type SchoolRow } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { findSchoolByShort, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { listOpenSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { forbidden, notFound } from '#server/http/api-error.ts'

const SHORT = /^[a-z0-9]{2,10}$/

/** Binds the public request to the school in its address and returns both; undefined when there is no such school. */
export async function enterSchool(tx: Queries, short: string) {
  const school = SHORT.test(short) ? await findSchoolByShort(tx, short) : undefined
  return school && { school, tx: await bindSchool(tx, school.id) }
}

/** The same, with 404 when there is no such school. */
export async function enterKnownSchool(tx: Queries, short: string) {
  const entered = await enterSchool(tx, short)
  if (!entered) throw notFound()
  return entered
}

/** The current form: `schoolyears` is empty while the school does not accept applications. */
export async function readForm(
  tx: SchoolTransaction,
  { school, now, today }: { school: SchoolRow; now: Date; today: string },
): Promise<FormContext> {
  const { isActive } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const schoolyears = isActive ? await listOpenSchoolyears(tx, now.toISOString()) : []
  return { mode: 'public', ...(await getFormFacts(tx, { school, today, schoolyears })) }
}

export const isOpen = ({ schoolyears }: Pick<FormContext, 'schoolyears'>) => schoolyears.length > 0

/** 403 while the school does not accept applications (domain §2). */
export function refuseClosed(context: Pick<FormContext, 'schoolyears'>) {
  if (!isOpen(context)) throw forbidden(PUBLIC_REGISTRATION_TEXTS.closed)
}
