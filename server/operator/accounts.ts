import { randomBytes } from 'node:crypto'
import { PASSWORD_LINK_MINUTES } from '#contract/account/account.passwords.ts'
import { ROLE_LABELS, type Role } from '#contract/permissions.ts'
import type { Queries } from '#server/db/database.ts'
import { insertPasswordLink } from '#server/domains/account/account.passwords.queries.ts'
import { passwordPage } from '#server/domains/account/password-page.ts'
import type { Env } from '#server/env.ts'
import { OperatorError } from './command.ts'
import type { Installation } from './installation.ts'
import { asOperator, listAdminMails, lockAccountByMail } from './operator.queries.ts'

/** Options and arguments that the commands about accounts share. */
export const ACCOUNT_ARGS = ['E-MAIL'] as const

export type OperatedAccount = NonNullable<Awaited<ReturnType<typeof lockAccountByMail>>>

/** The account with this address; a wrong address gets a hint, because whoever is locked out may not remember it. */
export async function getAccount(tx: Queries, email: string) {
  const account = await lockAccountByMail(tx, email)
  if (account) return account
  const admins = await listAdminMails(tx)
  const hint = admins.length > 0 ? `Admins melden sich hier an mit: ${admins.join(', ')}` : 'Hier gibt es keinen Admin.'
  throw new OperatorError(`Ein Konto mit der Adresse ${email} gibt es nicht. ${hint}`)
}

/** The account for the question before something is changed. */
export const findAccount = ({ pool }: Installation, email: string) => asOperator(pool, (tx) => getAccount(tx, email))

/** Frau Berg (berg@example.org, Admin, fsw und fow) */
export const describeAccount = ({ name, email, role, schools }: OperatedAccount) =>
  `${name} (${[email, role === null ? 'ohne Rolle' : ROLE_LABELS[role as Role], schools.join(', ')].filter(Boolean).join('; ')})`

const TOKEN_BYTES = 24

/** A new link with which this account can set a password; every older link of it stops working. */
export async function makePasswordLink(
  tx: Queries,
  { APP_URL }: Env,
  { id, email, kind }: { id: number; email: string; kind: 'reset' | 'invitation' },
) {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  await insertPasswordLink(tx, { userId: id, token, kind })
  return passwordPage(APP_URL, { token, email })
}

/** What is said about a new link. */
export const linkText = (url: string) =>
  `Bitte öffnen Sie diesen Link im Browser. Er gilt ${PASSWORD_LINK_MINUTES} Minuten und nur einmal:\n\n  ${url}\n`
