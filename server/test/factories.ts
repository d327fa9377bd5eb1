import { berlinToday } from '#contract/dates.ts'
import type { Role } from '#contract/permissions.ts'
import type { NewSchoolForm } from '#contract/schools/schools.setup-forms.ts'
import { inTransaction } from '#server/db/database.ts'
import { inSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertUser } from '#server/domains/account/account.shared.queries.ts'
import { createSchool } from '#server/domains/schools/create-school.ts'
import type { TestApp } from './test-app.ts'
import { TEST_PASSWORD } from './test-visitor.ts'

const SCHOOLS = {
  fsw: { grade_min: 1, grade_max: 6, short: 'fsw', name: 'Freie Schule Wacholderhain' },
  fow: { grade_min: 7, grade_max: 10, short: 'fow', name: 'Freie Oberschule Wacholderhain' },
} as const

export const newSchool = (short: 'fsw' | 'fow', change: Partial<NewSchoolForm> = {}): NewSchoolForm => ({
  ...SCHOOLS[short],
  federal_state: 'DE-BB',
  official_number: null,
  carrier_name: 'Trägerverein Wacholderhain e. V.',
  street: 'Am Anger',
  house_number: '1',
  zip: '15999',
  city: 'Wacholderhain',
  phone: '030 23125-100',
  mail: `sekretariat.${short}@example.org`,
  privacy_officer_contact: 'datenschutz@example.org',
  has_holidays: false,
  has_classes: true,
  ...change,
})

/** A school with years, grades and classes; its form for the next year is open. Returns its id. */
export const makeSchool = ({ platform }: TestApp, short: 'fsw' | 'fow', change: Partial<NewSchoolForm> = {}) => {
  const now = platform.now()
  return inTransaction(platform.pool, (tx) =>
    createSchool(tx, newSchool(short, change), { now, today: berlinToday(now), shortField: 'short' }),
  )
}

let count = 0
let sharedHash: Promise<string> | undefined
/** The first account of an app is „Person 1“, whichever test files its worker has run before. */
const people = new WeakMap<TestApp, number>()

/**
 * An account with TEST_PASSWORD, attached to the schools, the first one active. By default it has a first head's
 * rights.
 */
export async function makeUser(
  app: TestApp,
  {
    role,
    schools,
    ...change
  }: { role: Role | null; schools: number[]; email?: string; may_manage_users?: boolean; may_view_sensitive?: boolean },
) {
  count += 1
  const number = (people.get(app) ?? 0) + 1
  people.set(app, number)
  sharedHash ??= app.platform.passwords.hash(TEST_PASSWORD)
  const email = change.email ?? `person${count}@example.org`
  const rights = {
    may_manage_users: change.may_manage_users ?? true,
    may_view_sensitive: change.may_view_sensitive ?? true,
  }
  const password_hash = await sharedHash
  const id = await inTransaction(app.platform.pool, (tx) =>
    insertUser(tx, { name: `Person ${number}`, email, password_hash, role, ...rights }, schools),
  )
  return { id, email }
}

/** Reads or prepares a school's rows like the application. */
export const insideSchool = <T>({ platform }: TestApp, schoolId: number, work: (tx: SchoolTransaction) => Promise<T>) =>
  inSchool(platform.pool, { userId: null, schoolId, requestId: crypto.randomUUID() }, work)
