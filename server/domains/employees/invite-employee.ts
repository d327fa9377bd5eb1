import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { EMPLOYEE_TEXTS } from '#contract/employees/employees.ts'
import type { Role } from '#contract/permissions.ts'
import { fullName } from '#contract/person-names.ts'
import { USER_NAME_LENGTH } from '#contract/users/user-name.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { createUser } from '#server/domains/users/users.shared.ts'
import { ApiError, invalid, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { findEmployeeByAccountMail, listEmployees, lockEmployee } from './employees.queries.ts'
import { giveAccount, refuseWhoLeft } from './link-account.ts'

interface Acting {
  viewer: SchoolViewer
  today: string
  platform: Platform
}

/** „Vorname Nachname“, cut to the length of an account's name; a long one keeps the family name. */
const accountName = (person: { firstname: string; lastname: string }) => {
  const fits = (name: string) => [...name].length <= USER_NAME_LENGTH.max
  const short = `${[...person.firstname][0]}. ${person.lastname}`
  return [fullName(person), short].find(fits) ?? [...short].slice(0, USER_NAME_LENGTH.max).join('').trim()
}

/** The fields of an account by their names at an employee. */
const FIELDS: Record<string, string> = { email: 'mail', roles: 'role', name: 'lastname' }

const inWordsOfHere = (failure: unknown) => {
  if (!(failure instanceof ApiError) || failure.status !== 422) return failure
  const errors = Object.entries(failure.body.errors ?? {}).map(([field, texts]) => [FIELDS[field] ?? field, texts])
  return Object.assign(invalid(Object.fromEntries(errors), failure.message), { attempt: failure.attempt })
}

/** Creates an account for an employee and sends the invitation; whoever has an account keeps it. */
export async function inviteEmployee(
  tx: SchoolTransaction,
  { id, role }: { id: number; role: Role | null },
  { platform, today, viewer }: Acting,
) {
  const employee = await lockEmployee(tx, id)
  const [row] = await listEmployees(tx, { id, today, viewer })
  if (!employee || !row) throw notFound()
  refuseWhoLeft(employee)
  if (!['none', 'closed'].includes(row.account.state)) throw invalid({}, EMPLOYEE_TEXTS.hasAccount)
  const { mail } = employee
  if (mail === null) throw invalid({ mail: [EMPLOYEE_TEXTS.noMail] }, EMPLOYEE_TEXTS.noMail)
  const owner = await findEmployeeByAccountMail(tx, mail)
  if (owner) throw invalid({ mail: [EMPLOYEE_TEXTS.mailOfAccount(fullName(owner))] })
  const form = { name: accountName(employee), email: mail, roles: role ? [role] : [] }
  const account = await createUser(tx, { viewer, form }, platform).catch((failure) => {
    throw inWordsOfHere(failure)
  })
  await giveAccount(tx, { employee, userId: account.id }, viewer)
  // The reply is stored for repeated calls, so it names nobody.
  const news = platform.hasMailServer
    ? `Die Einladung gilt ${PASSWORD_LINK_MINUTES} Minuten.`
    : `Die Einladung wartet, bis ein Mailserver eingerichtet ist. Ihre ${PASSWORD_LINK_MINUTES} Minuten beginnen erst mit dem Versand.`
  return { id: account.id, message: `Das Konto ist angelegt. ${news}` }
}
