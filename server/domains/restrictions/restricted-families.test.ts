import { expect, test } from 'vitest'
import { sicknoteFeedEndpoints } from '#contract/sicknotefeeds/sicknotefeeds.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkPost, openLinkPost } from '#server/test/link-post.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'

const post: LinkPost = openLinkPost()
const calls = () => restrictionsOf(post.school.head)

let families = 0
const anyAddress = () => {
  families += 1
  return `verborgen${families}@example.org`
}
const newFamily = async () => {
  const child = await post.school.makeChild({ firstname: 'Mia' })
  const mail = anyAddress()
  const guardian = await post.school.makeGuardian([child], { mail })
  return { child, mail, guardian }
}
const mailsTo = (mail: string) => post.mails().filter(({ envelope }) => envelope.includes(mail))
const queuedAt = (state: string) =>
  insideSchool(post.school.app, post.school.fsw, async (tx) => {
    const rows = await tx.selectFrom('mail_log').select('id').where('state', '=', state).execute()
    return rows.length
  })
const reply = ({ statusCode, body }: { statusCode: number; body: string }) => [statusCode, body]

test('the link of a restricted child is like one that never was, and works again afterwards', async () => {
  const { school } = post
  const { child } = await newFamily()
  const unknown = crypto.randomUUID()
  await calls().restrict('pupil', child.id)
  expect(reply(await school.readPage(child.uuid))).toEqual(reply(await school.readPage(unknown)))
  const report = { dateStart: '2026-11-20', reason: 'sick' }
  expect(reply(await school.report({ ...report, uuid: child.uuid }))).toEqual(
    reply(await school.report({ ...report, uuid: unknown })),
  )
  expect(await school.notesOf(child)).toEqual([])
  await calls().release('pupil', child.id)
  expect((await school.readPage(child.uuid)).statusCode).toBe(200)
})

test('brothers and sisters are reported as before, without the restricted child', async () => {
  const { school } = post
  const [mia, tim] = [await school.makeChild({ firstname: 'Mia' }), await school.makeChild({ firstname: 'Tim' })]
  await school.makeGuardian([mia, tim], { mail: anyAddress() })
  await calls().restrict('pupil', mia.id)
  expect((await school.report({ uuid: tim.uuid, dateStart: '2026-11-20', reason: 'sick' })).statusCode).toBe(201)
})

test('a mail that waits when the child is restricted does not leave', async () => {
  const { child, mail } = await newFamily()
  const reported = await post.school.report({ uuid: child.uuid, dateStart: '2026-11-20', reason: 'sick' })
  expect(reported.statusCode).toBe(201)
  const dropped = await queuedAt('dropped')
  await calls().restrict('pupil', child.id)
  await post.send()
  expect(mailsTo(mail)).toEqual([])
  expect(await queuedAt('dropped')).toBe(dropped + 1)
})

test.each(['pupil', 'guardian'] as const)(
  'a lost link is not mailed again while the %s is restricted',
  async (subject) => {
    const { child, mail, guardian } = await newFamily()
    await calls().restrict(subject, subject === 'pupil' ? child.id : guardian)
    const answer = await post.school.askForLinks(mail)
    expect(answer.statusCode).toBe(200)
    await post.send()
    expect(mailsTo(mail)).toEqual([])
    await calls().release(subject, subject === 'pupil' ? child.id : guardian)
    await post.school.forgetLimits()
    await post.school.askForLinks(mail)
    await post.send()
    expect(mailsTo(mail)).toHaveLength(1)
  },
)

test('a restricted guardian gets no mail about an absence, the other one does', async () => {
  const { school } = post
  const child = await school.makeChild()
  const [silent, told] = [anyAddress(), anyAddress()]
  const guardian = await school.makeGuardian([child], { mail: silent })
  await school.makeGuardian([child], { mail: told })
  await calls().restrict('guardian', guardian)
  await school.report({ uuid: child.uuid, dateStart: '2026-11-20', reason: 'sick' })
  await post.send()
  expect([mailsTo(silent).length, mailsTo(told).length]).toEqual([0, 1])
})

test('the calendar of absences has no entry of a restricted child', async () => {
  const { school } = post
  const { child } = await newFamily()
  await school.makeNote(child.id, { from: '2026-11-20' })
  const made = await school.head.call(sicknoteFeedEndpoints.makeCalendar, {})
  const token = String(made.json().address).split('/').at(-1) ?? ''
  const entries = async () =>
    (await school.app.visitor().call(sicknoteFeedEndpoints.calendar, { params: { token } })).body.split('BEGIN:VEVENT')
      .length
  const before = await entries()
  await calls().restrict('pupil', child.id)
  expect(await entries()).toBe(before - 1)
})
