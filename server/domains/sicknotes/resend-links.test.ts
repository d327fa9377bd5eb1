import { describe, expect, test } from 'vitest'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { setPupilLink } from '#server/domains/pupils/pupils.links.shared.queries.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkPost, openLinkPost } from '#server/test/link-post.ts'
import { needingTime } from '#server/test/needing-time.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

const post: LinkPost = openLinkPost()

const ANSWER = [200, { message: PARENTS_PAGE_TEXTS.resent }]
const ask = async (mail: string, visitor = post.school.app.visitor()) => {
  const reply = await post.school.askForLinks(mail, visitor)
  return [reply.statusCode, reply.json()]
}
let families = 0
const anyAddress = () => {
  families += 1
  return `verloren${families}@example.org`
}
const linksIn = (text: string | undefined) => text?.match(/http\S+/g) ?? []
const base = 'http://localhost:3000/app/susByUuid/'

describe('a lost link', () => {
  test('is mailed to a guardian under the address that the school knows, whatever the case of its letters', async () => {
    const mia = await post.school.makeChild({ firstname: 'Mia', lastname: 'Zznachname' })
    const mail = anyAddress()
    await post.school.makeGuardian([mia], { mail })
    expect(await ask(mail.toUpperCase())).toEqual(ANSWER)
    await post.send()
    const [sent] = post.mails()
    expect([sent?.envelope, sent?.subject]).toEqual([
      [mail],
      'Ihr Link, um Ihr Kind abzumelden (Freie Schule Wacholderhain)',
    ])
    expect(sent?.text).toContain('Abwesenheit melden für Mia:\n')
    expect(sent?.from?.name).toBe('Freie Schule Wacholderhain')
    expect(linksIn(sent?.text)).toEqual([`${base}${mia.uuid}`])
    expect(sent?.raw).not.toContain('Zznachname')
    expect((await post.school.readPage(mia.uuid)).statusCode).toBe(200)
  })

  test('is looked for with time for a look into thousands of schools', async () => {
    const mail = anyAddress()
    await post.school.makeGuardian([await post.school.makeChild()], { mail })
    await ask(mail)
    await needingTime(post.school.app, 'find_guardians_by_mail', () => post.send())
    expect(post.mails().map(({ envelope }) => envelope)).toEqual([[mail]])
  })

  test('of several children is one for all, whose further keys no server sees, and one for each', async () => {
    const { school } = post
    const [mia, tim] = [
      await school.makeChild({ firstname: 'Mia', birthdate: '2016-01-01' }),
      await school.makeChild({ firstname: 'Tim', birthdate: '2018-01-01' }),
    ]
    const mail = anyAddress()
    await school.makeGuardian([tim, mia], { mail })
    await ask(mail)
    await post.send()
    const [sent] = post.mails()
    expect(linksIn(sent?.text)).toEqual([`${base}${mia.uuid}#${tim.uuid}`, `${base}${mia.uuid}`, `${base}${tim.uuid}`])
    expect(sent?.text).toContain('Abwesenheit melden für Mia und Tim:\n')
    expect(sent?.text).toContain('Nur für Tim:')
    expect(sent?.html).toContain(`href="${base}${mia.uuid}#${tim.uuid}"`)
  })

  test('at two schools is one mail of each', async () => {
    const { school } = post
    const [mia, leo] = [await school.makeChild(), await school.makeChild({}, school.fow)]
    const mail = anyAddress()
    await school.makeGuardian([mia], { mail })
    await school.makeGuardian([leo], { mail })
    await ask(mail)
    await post.send()
    const sent = post.mails().map(({ from, text }) => [from?.name, linksIn(text)])
    expect(sent.sort()).toEqual([
      ['Freie Oberschule Wacholderhain', [`${base}${leo.uuid}`]],
      ['Freie Schule Wacholderhain', [`${base}${mia.uuid}`]],
    ])
  })

  test('is the one that works when the mail is written', async () => {
    const { school } = post
    const mia = await school.makeChild()
    const mail = anyAddress()
    await school.makeGuardian([mia], { mail })
    await ask(mail)
    await insideSchool(school.app, school.fsw, (tx) => setPupilLink(tx, school.app.platform.keys, mia.id))
    await post.send()
    expect(linksIn(post.mails()[0]?.text)).toEqual([`${base}${await school.uuidOf(mia.id)}`])
  })

  test('is mailed to an address that the school entered, also where nobody wants to hear of reports', async () => {
    const mia = await post.school.makeChild()
    const mail = anyAddress()
    const entered = { isVerified: false, mail_origin: 'school', receives_sicknote_mail: false } as const
    await post.school.makeGuardian([mia], { mail, ...entered })
    await ask(mail)
    await post.send()
    expect(post.mails()).toHaveLength(1)
  })

  const unsent: Record<string, (mail: string) => Promise<unknown>> = {
    'nobody has the address': async () => undefined,
    'it is of an application and was never verified': async (mail) =>
      post.school.makeGuardian([await post.school.makeChild()], {
        mail,
        isVerified: false,
      }),
    'its owner has no custody': async (mail) =>
      post.school.makeGuardian([await post.school.makeChild()], { mail, has_custody: false }),
    'the child has left': async (mail) =>
      post.school.makeGuardian([await post.school.makeChild({ status: 'left' })], { mail }),
    'the child left yesterday': async (mail) => {
      const child = await post.school.makeChild()
      await post.school.setPupil(child, { date_exit: '2026-11-19' })
      await post.school.makeGuardian([child], { mail })
    },
    'the child is of age': async (mail) =>
      post.school.makeGuardian([await post.school.makeChild({ birthdate: '2008-11-20' })], { mail }),
    'the child is in the bin': async (mail) => {
      const child = await post.school.makeChild()
      await post.school.setPupil(child, { deleted_at: '2026-11-01T10:00:00Z' })
      await post.school.makeGuardian([child], { mail })
    },
  }
  test.each(Object.keys(unsent))('is not mailed when %s, with the same answer', async (why) => {
    const mail = anyAddress()
    await unsent[why]?.(mail)
    expect(await ask(mail)).toEqual(ANSWER)
    await post.send()
    expect(post.mails()).toEqual([])
  })

  test('is not mailed where the school takes no reports under links', async () => {
    const mail = anyAddress()
    await post.school.makeGuardian([await post.school.makeChild()], { mail })
    await post.school.setSettings({ public_enabled: false })
    expect(await ask(mail)).toEqual(ANSWER)
    await post.send()
    await post.school.setSettings({})
    expect(post.mails()).toEqual([])
  })
})

describe('the wish for a link', () => {
  test.each([
    ['that waited an hour is fulfilled', 60 * 60_000, 1],
    ['that waited longer is not: who asked has called by now', 60 * 60_000 + 1, 0],
  ])('%s', async (_name, waited, sent) => {
    const { school } = post
    const mail = anyAddress()
    await school.makeGuardian([await school.makeChild()], { mail })
    await ask(mail)
    school.app.setNow(new Date(TEST_NOW.getTime() + waited))
    await post.send()
    expect(post.mails()).toHaveLength(sent)
  })

  test('is the same work for every address: one job, in which nothing can be read', async () => {
    const mail = anyAddress()
    await post.school.makeGuardian([await post.school.makeChild()], { mail })
    for (const address of [mail, 'niemand@example.org']) await ask(address)
    const { rows } = await post.school.app.database.owner.query(
      'select j.task_identifier, p.payload::text from graphile_worker.jobs j join graphile_worker._private_jobs p using (id)',
    )
    expect(rows.map(({ task_identifier }) => task_identifier)).toEqual(['resend_pupil_links', 'resend_pupil_links'])
    expect(JSON.stringify(rows)).not.toMatch(/example|verloren|niemand/)
  })

  test('is fulfilled three times an hour for one address, always with the same answer', async () => {
    const mail = anyAddress()
    await post.school.makeGuardian([await post.school.makeChild()], { mail })
    for (let count = 0; count < 5; count++)
      expect(await ask(mail, post.school.app.visitor(`203.0.113.${count}`))).toEqual(ANSWER)
    await post.send()
    expect(post.mails()).toHaveLength(3)
  })

  test('is refused from the 31st on from one network address', async () => {
    const visitor = post.school.app.visitor('203.0.113.50')
    for (let count = 0; count < 30; count++) expect(await ask(`a${count}@example.org`, visitor)).toEqual(ANSWER)
    expect((await ask('b@example.org', visitor))[0]).toBe(429)
  })

  test('needs an address', async () => {
    const reply = await post.school.askForLinks('keine Adresse')
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['mail']])
  })
})
