import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { inTransaction } from '#server/db/database.ts'
import { type AccountTemplateName, queueAccountMail, type TwoFactorEvent } from '#server/mail/account-outbox.ts'
import { makeUser } from '#server/test/factories.ts'
import { plantProvider } from '#server/test/login-demands.ts'
import { openMailedSchool } from '#server/test/mailed-school.ts'
import { accountMailsOf, askForLink, linkIn, receiveLink, takePasswordLink } from '#server/test/password-links.ts'
import type { PostOffice } from '#server/test/post-office.ts'
import type { TestApp } from '#server/test/test-app.ts'

let app: TestApp
let post: PostOffice
let fsw: number
openMailedSchool((opened) => {
  ;({ app, post, fsw } = opened)
})

const anyone = () => makeUser(app, { role: 'viewer', schools: [fsw] })
const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
const queue = (userId: number, recipient: string, template: AccountTemplateName) =>
  inTransaction(app.platform.pool, (tx) => queueAccountMail(tx, app.platform.keys, { userId, template, recipient }))

/** Queues a mail and deletes it again; returns the encrypted address that a waiting mail stores. */
async function sealedAgain(userId: number, recipient: string) {
  const id = await queue(userId, recipient, 'password_changed')
  const { rows } = await ask('delete from account_mail where id = $1 returning recipient_encrypted', [id])
  await ask("delete from graphile_worker._private_jobs where payload ->> 'mail_id' = $1", [String(id)])
  return rows[0].recipient_encrypted as Buffer
}

describe('a mail server that is down', () => {
  test('delays the mail; its link works for 60 minutes after the mail has left', async () => {
    const { id, email } = await anyone()
    await post.server.stop()
    await askForLink(app, email)
    await post.runDue()
    expect(await accountMailsOf(app, id)).toMatchObject([
      { state: 'queued', error: expect.stringContaining('ECONNREFUSED') },
    ])
    await ask("update account_mail set created_at = now() - interval '59 minutes 50 seconds' where user_id = $1", [id])
    await post.server.start()
    await post.runAll()
    const link = linkIn(post.mails[0]) ?? { token: '', email }
    const { rows } = await ask(
      "select expires_at - now() > interval '59 minutes 30 seconds' and expires_at <= now() + interval '60 minutes' as is_whole from password_link where user_id = $1",
      [id],
    )
    expect(rows).toEqual([{ is_whole: true }])
    expect((await takePasswordLink(app, link)).statusCode).toBe(200)
  })

  test('for more than an hour drops the link nobody waits for any more; an invitation is sent all the same', async () => {
    const forgetful = await anyone()
    const invited = await anyone()
    await post.server.stop()
    await askForLink(app, forgetful.email)
    await queue(invited.id, invited.email, 'invitation')
    await post.runDue()
    await ask("update account_mail set created_at = now() - interval '60 minutes 1 second' where user_id = any($1)", [
      [forgetful.id, invited.id],
    ])
    await post.server.start()
    await post.runAll()
    expect(post.mails.map(({ envelope }) => envelope)).toEqual([[invited.email]])
    expect(await accountMailsOf(app, forgetful.id)).toMatchObject([{ state: 'dropped', recipient_encrypted: null }])
    expect(post.mails[0]?.subject).toBe('Ihr Zugang zu Schulhof')
    expect((await takePasswordLink(app, linkIn(post.mails[0]) ?? { token: '', email: '' })).statusCode).toBe(200)
  })

  test('does not let a late reset keep an invitation from being sent', async () => {
    const { id, email } = await anyone()
    await queue(id, email, 'invitation')
    await queue(id, email, 'password_reset')
    await ask("update account_mail set created_at = now() - interval '3 hours' where user_id = $1", [id])
    await post.runDue()
    expect(post.mails.map(({ subject }) => subject)).toEqual(['Ihr Zugang zu Schulhof'])
  })

  test('a job that waited over an hour for the worker does nothing', async () => {
    const { email } = await anyone()
    await askForLink(app, email)
    await ask(
      `update graphile_worker._private_jobs set payload = jsonb_set(payload::jsonb, '{asked_at}', to_jsonb((extract(epoch from now()) * 1000 - 3601000)::bigint))::json`,
      [],
    )
    await post.runDue()
    expect([post.mails.length, await post.countJobs()]).toEqual([0, 0])
  })

  test('a mail refused for good is given up, without the address in the log', async () => {
    const { id, email } = await anyone()
    post.server.state.mood = 'refuse'
    await askForLink(app, email)
    await post.runDue()
    const [mail] = await accountMailsOf(app, id)
    expect(mail).toMatchObject({ state: 'failed', recipient_encrypted: null })
    expect(mail.error).toContain('says the mail server')
    expect(mail.error).not.toContain(email)
    expect(await post.countJobs()).toBe(0)
  })
})

describe('a link in a mail', () => {
  test('is not sent when the account, its address or its password changed meanwhile', async () => {
    const changes = [
      "update app_user set email = 'anders' || id || '@example.org' where id = $1",
      'update app_user set deactivated_at = now() where id = $1',
      'update app_user set password_changed_at = now() where id = $1',
    ]
    for (const change of changes) {
      const { id, email } = await anyone()
      await queue(id, email, 'password_reset')
      await ask(change, [id])
      await post.runDue()
      expect(
        (await accountMailsOf(app, id)).map(({ state }) => state),
        change,
      ).toEqual(['dropped'])
    }
    expect(post.mails).toEqual([])
  })

  test('is not made while the address changes: the old mailbox gets none', async () => {
    const { id, email } = await anyone()
    await queue(id, email, 'password_reset')
    const changing = await app.database.owner.connect()
    await changing.query('begin')
    await changing.query('update app_user set email = $2 where id = $1', [id, `neu.${email}`])
    const sending = post.runDue()
    const waiting =
      'select from pg_locks l join pg_stat_activity a using (pid) where a.datname = current_database() and not l.granted'
    await vi.waitUntil(async () => (await ask(waiting)).rowCount !== 0, { interval: 5, timeout: 5000 })
    await changing.query('select drop_password_link($1)', [id])
    await changing.query('commit')
    changing.release()
    await sending
    expect(post.mails).toEqual([])
    expect((await ask('select 1 from password_link where user_id = $1', [id])).rowCount).toBe(0)
  })

  test('is the same in both copies when a crash sends it twice, under one Message-ID', async () => {
    const { id, email } = await anyone()
    const link = await receiveLink(app, post, email)
    await ask("update account_mail set state = 'queued', recipient_encrypted = $2 where user_id = $1", [
      id,
      await sealedAgain(id, email),
    ])
    await ask(
      "select graphile_worker.add_job('send_account_mail', json_build_object('mail_id', (select min(id) from account_mail where user_id = $1)))",
      [id],
    )
    await post.runDue()
    const copies = post.mails.filter(({ envelope }) => envelope[0] === email)
    expect(copies).toHaveLength(2)
    expect(new Set(copies.map(({ messageId }) => messageId)).size).toBe(1)
    expect(copies.map(linkIn)).toEqual([link, link])
    expect((await takePasswordLink(app, link)).statusCode).toBe(200)
  })

  test('is stored only as its hash: no table contains the token', async () => {
    const { id, email } = await anyone()
    const { token } = await receiveLink(app, post, email)
    const { rows } = await ask("select encode(token_hash, 'hex') as hash, kind from password_link where user_id = $1", [
      id,
    ])
    expect(rows).toEqual([{ hash: createHash('sha256').update(token).digest('hex'), kind: 'reset' }])
    const { rows: stored } = await ask(
      `select (select json_agg(m) from account_mail m)::text || (select json_agg(l) from password_link l)::text ||
        coalesce((select json_agg(j) from graphile_worker._private_jobs j)::text, '') as text`,
      [],
    )
    expect(stored[0].text).not.toContain(token)
    expect(stored[0].text).not.toContain(email)
  })
})

describe('a notice', () => {
  test('of a changed address goes to the old one and has no link to set a password', async () => {
    const { id } = await anyone()
    await queue(id, 'frueher@example.org', 'email_changed')
    await post.runDue()
    expect(post.mails[0]?.envelope).toEqual(['frueher@example.org'])
    expect(post.mails[0]?.subject).toBe('Die E-Mail-Adresse Ihres Kontos wurde geändert')
    expect(linkIn(post.mails[0])).toBeUndefined()
  })

  test('of the second factor says what happened to it', async () => {
    const { id, email } = await anyone()
    for (const [event, words] of Object.entries({
      enabled: 'wurde eingeschaltet',
      disabled: 'wurde ausgeschaltet',
      reset: 'von Ihrer Schulverwaltung zurückgesetzt',
      codes_renewed: 'neue Wiederherstellungscodes',
    })) {
      await inTransaction(app.platform.pool, (tx) =>
        queueAccountMail(tx, app.platform.keys, {
          userId: id,
          template: 'two_factor_changed',
          recipient: email,
          event: event as TwoFactorEvent,
        }),
      )
      await post.runDue()
      const mail = post.mails.at(-1)
      expect(mail?.subject).toBe('Die Anmeldung an Ihrem Konto wurde geändert')
      expect(mail?.text?.replace(/\s+/g, ' ')).toContain(words)
    }
  })

  test.each([
    ['identity_linked', 'mit dem Anmeldedienst „IServ“ verbunden', 'mit einem Anmeldedienst Ihrer Schule verbunden'],
    ['identity_unlinked', 'mit dem Anmeldedienst „IServ“ wurde gelöst', 'mit einem Anmeldedienst wurde gelöst'],
  ] as const)('of a link names the service, unless it is gone: %s', async (event, named, unnamed) => {
    const { id, email } = await anyone()
    const providerId = await plantProvider(app, 'IServ', [fsw])
    const queueNotice = () =>
      inTransaction(app.platform.pool, (tx) =>
        queueAccountMail(tx, app.platform.keys, {
          ...{ userId: id, recipient: email, template: 'two_factor_changed', event, providerId },
        }),
      )
    const textOfLast = () => post.mails.at(-1)?.text?.replace(/\s+/g, ' ')
    await queueNotice()
    await post.runDue()
    expect(textOfLast()).toContain(named)
    await queueNotice()
    await ask('delete from identity_provider where id = $1', [providerId])
    await post.runDue()
    expect(textOfLast()).toContain(unnamed)
  })

  test('exists if and only if the transaction commits', async () => {
    const { id, email } = await anyone()
    const work = inTransaction(app.platform.pool, async (tx) => {
      await queueAccountMail(tx, app.platform.keys, { userId: id, template: 'invitation', recipient: email })
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect([await accountMailsOf(app, id), await post.countJobs()]).toEqual([[], 0])
  })
})
