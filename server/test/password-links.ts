import { passwordEndpoints } from '#contract/account/account.passwords.ts'
import type { PostOffice } from './post-office.ts'
import type { TestApp } from './test-app.ts'

let households = 0
/** A separate address, so that the limits of one network never matter. */
export const anotherHousehold = () => {
  households += 1
  return `10.20.${Math.floor(households / 250)}.${(households % 250) + 1}`
}

export const askForLink = (app: TestApp, email: string, headers: Record<string, string> = {}) =>
  app.visitor(anotherHousehold()).call(passwordEndpoints.forgot, { body: { email }, headers })

/** Token and address of the link in a mail; undefined when it has none. */
export const linkIn = (mail: { text?: string | undefined } | undefined) => {
  const [, token = '', query = ''] = /\/app\/base\/reset-password\/([\w-]+)\?(\S+)/.exec(mail?.text ?? '') ?? []
  return token ? { token, email: new URLSearchParams(query).get('email') ?? '' } : undefined
}

/** Asks for a link and returns it from the mail. */
export async function receiveLink(app: TestApp, post: PostOffice, email: string) {
  const before = post.mails.length
  await askForLink(app, email)
  await post.runDue()
  const mail = post.mails.slice(before).find(({ envelope, text }) => envelope[0] === email && linkIn({ text }))
  const link = linkIn(mail)
  if (!link) throw new Error(`no link came for ${email}`)
  return link
}

export const NEW_PASSWORD = 'Wir pflanzen im Herbst Äpfel'

export const takePasswordLink = (
  app: TestApp,
  link: { token: string; email: string },
  { password = NEW_PASSWORD, household = anotherHousehold() } = {},
) =>
  app.visitor(household).call(passwordEndpoints.reset, { body: { ...link, password, password_confirmation: password } })

/** Whether the page would offer to set a password. */
export const isLinkGood = async (app: TestApp, link: { token: string; email: string }) =>
  (await app.visitor(anotherHousehold()).call(passwordEndpoints.checkLink, { body: link })).json()

/** The parts of two answers that must be equal, so that none reveals more than the other. */
export const sameForAll = ({ statusCode, body, headers }: Awaited<ReturnType<typeof askForLink>>) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { statusCode, body, headers: rest }
}

/** The outbox' rows about an account, oldest first. */
export const accountMailsOf = async (app: TestApp, userId: number) =>
  (await app.database.owner.query('select * from account_mail where user_id = $1 order by id', [userId])).rows
