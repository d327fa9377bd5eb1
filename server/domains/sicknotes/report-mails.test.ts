import { describe, expect, test } from 'vitest'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkPost, openLinkPost } from '#server/test/link-post.ts'
import type { LinkedChild } from '#server/test/parents-school.ts'
import { queueReportMails } from './report-mails.ts'

const post: LinkPost = openLinkPost()

const TODAY = '2026-11-20'
const mailOf = () => {
  const [mail] = post.mails()
  if (!mail) throw new Error('No mail was sent.')
  return mail
}
const envelopes = () =>
  post
    .mails()
    .map(({ envelope }) => envelope)
    .sort()
let children = 0
/** A child with one guardian who gets the mails. */
const makeFamily = async (guardian: Parameters<typeof post.school.makeGuardian>[1] = {}, child = {}) => {
  children += 1
  const mia = await post.school.makeChild({ firstname: 'Mia', lastname: 'Zznachname', ...child })
  const mail = `familie${children}@example.org`
  await post.school.makeGuardian([mia], { mail, ...guardian })
  return { mia, mail }
}
const report = (child: LinkedChild, more: Record<string, unknown> = {}) =>
  post.school.report({ uuid: child.uuid, dateStart: TODAY, ...more })

describe('guardians', () => {
  test('are informed of a report, without its reason, with the child’s first name alone', async () => {
    const { mia, mail } = await makeFamily()
    const said = { reason: 'sick', comment: 'Zzfieber', reporterName: 'Zzoma', reporterPhone: '030 23125-112' }
    await report(mia, { ...said, dateEnd: '2026-11-24' })
    await post.send()
    const sent = mailOf()
    expect(sent.envelope).toEqual([mail])
    expect(sent.subject).toBe('Abwesenheit gemeldet')
    expect(sent.from?.name).toBe('Freie Schule Wacholderhain')
    expect(sent.replyTo?.[0]?.address).toBe('sekretariat.fsw@example.org')
    const text =
      'für Mia wurde eine Abwesenheit vom 20.11.2026 bis 24.11.2026 gemeldet. Nicht von Ihnen? Bitte rufen Sie an.'
    expect(sent.text).toContain(text)
    expect(sent.text).toContain('Telefon: 030 23125-100')
    expect(sent.html).toContain(text)
    expect(sent.raw).not.toMatch(/Zz|krank|sick|susByUuid|231251 ?12/)
    expect(sent.raw).not.toContain(mia.uuid)
  })

  test.each([
    [{}, 'eine Abwesenheit am 20.11.2026 gemeldet'],
    [{ partial: true, lessons: [1] }, 'eine stundenweise Abwesenheit am 20.11.2026 gemeldet'],
  ])('read of one day: %j', async (more, text) => {
    const { mia } = await makeFamily()
    await report(mia, more)
    await post.send()
    expect(mailOf().text).toContain(text)
  })

  test('are informed once about siblings, and only about their own children', async () => {
    const { school } = post
    const [mia, tim] = [await school.makeChild({ firstname: 'Mia' }), await school.makeChild({ firstname: 'Tim' })]
    await school.makeGuardian([mia, tim], { mail: 'mutter@example.org' })
    await school.makeGuardian([tim], { mail: 'vater.tim@example.org' })
    await school.makeGuardian([mia], { mail: 'Gemeinsam@example.org' })
    await school.makeGuardian([mia], { mail: 'gemeinsam@example.org' })
    expect((await report(mia, { uuids: [tim.uuid] })).statusCode).toBe(201)
    await post.send()
    const texts = new Map(post.mails().map(({ envelope, text }) => [envelope[0]?.toLowerCase(), text]))
    expect([...texts.keys()].sort()).toEqual(['gemeinsam@example.org', 'mutter@example.org', 'vater.tim@example.org'])
    expect(post.mails()).toHaveLength(3)
    expect(texts.get('mutter@example.org')).toContain('für Mia und Tim wurde')
    expect(texts.get('vater.tim@example.org')).toContain('für Tim wurde')
    expect(texts.get('gemeinsam@example.org')).toContain('für Mia wurde')
  })

  test.each([
    ['do not want to', { receives_sicknote_mail: false }, {}],
    ['have no custody', { has_custody: false }, {}],
    ['never confirmed the address of an application', { isVerified: false }, {}],
    ['have none', { mail: null }, {}],
    ['have a child of 18 years', {}, { birthdate: '2008-11-20' }],
  ])('who %s are not informed', async (_name, guardian, child) => {
    const { mia } = await makeFamily(guardian, child)
    expect((await report(mia)).statusCode).toBe(201)
    await post.send()
    expect(post.mails()).toEqual([])
  })

  test('are informed until the day before the 18th birthday', async () => {
    const { mia, mail } = await makeFamily({}, { birthdate: '2008-11-21' })
    await report(mia)
    await post.send()
    expect(envelopes()).toEqual([[mail]])
  })

  test('are not informed when the school does not want it, nor of a known report', async () => {
    const { mia } = await makeFamily()
    await post.school.setSettings({ notify_guardians: false })
    await report(mia)
    await post.school.setSettings({})
    await report(mia)
    await post.send()
    expect(post.mails()).toEqual([])
  })

  test('are informed of reports by phone or mail, not of entries by staff', async () => {
    const { mia, mail } = await makeFamily()
    const { app, fsw } = post.school
    const queue = async (source: string, day: string) => {
      const id = await post.school.makeNote(mia.id, { from: day, source } as never)
      await insideSchool(app, fsw, (tx) => queueReportMails(tx, { noteIds: [id], today: TODAY }))
    }
    await queue('teacher', '2026-11-23')
    await queue('staff', '2026-11-24')
    await post.send()
    expect(post.mails()).toEqual([])
    await queue('phone', '2026-11-25')
    await queue('mail', '2026-11-26')
    await post.send()
    expect(envelopes()).toEqual([[mail], [mail]])
  })

  test('are not informed of reports undone before the mail left, nor after they lost custody', async () => {
    const { mia } = await makeFamily()
    const taken = await report(mia)
    await post.school.takeBack(taken.json().take_back)
    await post.send()
    expect(post.mails().map(({ subject }) => subject)).toEqual(['Meldung zurückgenommen'])
    post.clear()
    await report(mia)
    await insideSchool(post.school.app, post.school.fsw, (tx) =>
      tx.updateTable('pupil_guardian').set({ has_custody: false }).where('pupil_id', '=', mia.id).execute(),
    )
    await post.send()
    expect(post.mails()).toEqual([])
  })

  test('who were informed learn that it was taken back', async () => {
    const { mia, mail } = await makeFamily()
    const reply = await report(mia)
    await post.send()
    post.clear()
    await post.school.takeBack(reply.json().take_back)
    await post.school.takeBack(reply.json().take_back)
    await post.send()
    expect(envelopes()).toEqual([[mail]])
    expect(mailOf().text).toContain(
      'die Meldung, dass Mia am 20.11.2026 fehlt, wurde zurückgenommen. Nicht von Ihnen? Bitte rufen Sie an.',
    )
  })

  test('are not sent a name a mail program would make a link of', async () => {
    const { mia } = await makeFamily({}, { firstname: 'http://evil.example' })
    await report(mia)
    await post.send()
    expect(mailOf().raw).not.toContain('evil.example')
  })
})
