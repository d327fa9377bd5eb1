import { COMMON_PASSWORD } from '#contract/account/password-rules.ts'
import type { SetupForm } from '#contract/schools/schools.setup-forms.ts'
import { isEasilyGuessed } from '#server/common-passwords.ts'
import type { Queries } from '#server/db/database.ts'
import { insertUser } from '#server/domains/account/account.shared.queries.ts'
import { type Arrival, beginSession } from '#server/domains/account/begin-session.shared.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import type { Passwords } from '#server/passwords.ts'
import { createSchool } from './create-school.ts'
import { isSetupLink, spendSetupLink } from './schools.queries.ts'

interface FirstRun {
  token: string
  form: SetupForm
  now: Date
  today: string
  passwords: Passwords
  arrival: Arrival
}

/**
 * Creates the first admin and the first school in one transaction, uses up the link and begins the admin's session, so
 * that nobody types the password twice. 404 when the link is not valid (any more).
 */
export async function setUp(
  { token, form, now, today, passwords, arrival }: FirstRun,
  inTransaction: <T>(work: (tx: Queries) => Promise<T>) => Promise<T>,
) {
  if (!(await inTransaction((tx) => isSetupLink(tx, token)))) throw notFound()
  const owner = { ...form.admin, schools: [form.school] }
  if (await isEasilyGuessed(form.admin.password, owner)) throw invalid({ 'admin.password': [COMMON_PASSWORD] })
  const password_hash = await passwords.hash(form.admin.password)
  return inTransaction(async (tx) => {
    if (!(await spendSetupLink(tx, token))) throw notFound()
    const schoolId = await createSchool(tx, form.school, { now, today, shortField: 'school.short' })
    const { name, email } = form.admin
    const admin = { name, email, password_hash, role: 'admin' as const, password_changed_at: now.toISOString() }
    const userId = await insertUser(tx, admin, [schoolId])
    return { schoolId, session: await beginSession(tx, { userId, remember: false, arrival }) }
  })
}
