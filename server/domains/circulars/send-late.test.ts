import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints, type LatePerson } from '#contract/circulars/circulars.ts'
import { restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openWaitingFamilies, WAITING_TEXT, type WaitingFamilies } from '#server/test/waiting-families.ts'

// To parents of classes: send-again.test.ts.

let school: WaitingFamilies
beforeAll(async () => {
  school = await openWaitingFamilies()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const sendLate = (id: number, people: LatePerson[] = [], visitor = school.head) =>
  visitor.call(circularEndpoints.sendLate, { params: { id }, body: { people } })
/** The name of everybody left out, with whether the circular can be sent to them now. */
const leftOut = async (id: number) =>
  (await school.read(id)).left_out.map(({ name, is_ready }) => `${name}: ${is_ready}`).toSorted()
/** The readers of mails that came after the first ones. */
const lateReaders = (first: readonly (string | undefined)[]) => {
  const later = school.readers()
  for (const reader of first) later.splice(later.indexOf(reader), 1)
  return later
}

/** What has to be refused whatever the kind of circular: nobody is ready, another role, another school. */
async function expectRefusals(id: number) {
  const viewer = await school.signIn('viewer', school.fsw)
  const teacher = await school.signIn('teacher_level_1', school.fsw)
  const replies = [
    await sendLate(id, [], viewer),
    await sendLate(id, [], teacher),
    await sendLate(id, [], school.app.visitor()),
    await sendLate(id, [], school.neighbour),
    await sendLate(id),
  ]
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 401, 404, 409])
  expect(replies.at(-1)?.json().message).toBe(CIRCULAR_TEXTS.noneLate)
}

describe('to the waiting list', () => {
  /** Sina has an address by now, and Udo has confirmed his. */
  const mend = async () => {
    const at = school.app.platform.now().toISOString()
    await school.setContact(school.Kim, { mail: 'sina@example.org', mail_verified_at: at })
    await school.setContact(school.Tom, { mail_verified_at: at })
  }
  afterEach(async () => {
    await school.setContact(school.Kim, { mail: null, mail_verified_at: null, has_custody: true })
    await school.setContact(school.Tom, { mail_verified_at: null })
    await school.setStatus(school.Kim, 'waiting')
  })
  const send = () => school.send({ ...school.everybody, ...WAITING_TEXT })
  /** It is sent, and everybody who had an address has it. */
  const sent = async () => {
    const id = await send()
    await school.post.runDue()
    return { id, first: school.readers() }
  }

  test('reaches whoever has an address by now, once, and counts them', async () => {
    const { id, first } = await sent()
    await expectRefusals(id)
    expect(await leftOut(id)).toEqual(['Sina Wald: false', 'Udo Zorn: false'])
    await mend()
    expect(await leftOut(id)).toEqual(['Sina Wald: true', 'Udo Zorn: true'])
    expect(await school.read(id)).toMatchObject({ counts: { all: 2, sent: 2, unaddressed: 2 } })
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.queued(2))
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.noneLate)
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['sina@example.org', 'udo@example.org'])
    expect(await school.read(id)).toMatchObject({ counts: { all: 4, sent: 4, unaddressed: 0 }, left_out: [] })
    expect(school.post.server.mails.map(({ text }) => text).join()).toContain('für Kim (Klassenstufe 1, 2027/2028)')
  })

  test('to one of them: the others stay left out, and a second press is refused', async () => {
    const { id, first } = await sent()
    await mend()
    const sina = [{ person_id: await school.contactOf(school.Kim), child_id: school.Kim }]
    const replies = [await sendLate(id, sina), await sendLate(id, sina)]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(await leftOut(id)).toEqual(['Udo Zorn: true'])
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['sina@example.org'])
  })

  test('two presses at the same moment send it once', async () => {
    const { id, first } = await sent()
    await mend()
    const replies = await Promise.all([sendLate(id), sendLate(id)])
    expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['sina@example.org', 'udo@example.org'])
  })

  test.each([
    ['has no custody any more', () => school.setContact(school.Kim, { has_custody: false })],
    ['does not wait any more', () => school.setStatus(school.Kim, 'rejected')],
  ])('is for nobody who %s', async (_, change) => {
    const { id, first } = await sent()
    await mend()
    await change()
    expect(await leftOut(id)).toEqual(['Sina Wald: false', 'Udo Zorn: true'])
    const sina = [{ person_id: await school.contactOf(school.Kim), child_id: school.Kim }]
    expect((await sendLate(id, sina)).statusCode).toBe(409)
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.queued(1))
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['udo@example.org'])
  })

  test('whoever loses custody between the press and the turn of the mail gets none', async () => {
    const { id, first } = await sent()
    await mend()
    await sendLate(id)
    await school.setContact(school.Kim, { has_custody: false })
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['udo@example.org'])
    expect((await school.read(id)).recipients.find(({ name }) => name === 'Sina Wald')).toMatchObject({
      ...{ state: 'dropped', trouble: 'no_custody' },
    })
  })

  test('is for nobody whose processing is restricted, and names nobody', async () => {
    const { id } = await sent()
    await mend()
    const sina = [{ person_id: await school.contactOf(school.Kim), child_id: school.Kim }]
    const params = { subject: 'registration', id: school.Kim } as const
    await school.head.call(restrictionEndpoints.set, { params, body: { reason: 'Streit' } as never })
    expect(await leftOut(id)).toEqual(['Udo Zorn: true'])
    expect((await sendLate(id, sina)).statusCode).toBe(409)
    await school.head.call(restrictionEndpoints.lift, { params, body: { reason: 'Ende' } as never })
  })
})

describe('to staff', () => {
  const STAFF = { kind: 'staff', is_whole_school: true, class_ids: [] }
  const TEXT = { subject: 'Konferenz', body: '{Anrede},\n\num 14 Uhr ist Konferenz.\n\n{Schule}' }
  const people: Record<string, number> = {}
  const change = (name: string, set: object) =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx
        .updateTable('employee')
        .set(set)
        .where('id', '=', people[name] ?? 0)
        .execute(),
    )
  beforeAll(async () => {
    for (const [firstname, mail] of [
      ['Tina', 'tina@example.org'],
      ['Ohne', null],
      ['Neu', null],
    ] as const) {
      const { id } = await insideSchool(school.app, school.fsw, (tx) =>
        tx
          .insertInto('employee')
          .values({
            ...{ firstname, lastname: 'Kranz', short_name: firstname.slice(0, 3), employee_type: 'teacher' },
            ...{ salutation: 'none', mail },
          } as never)
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      people[firstname] = id
    }
  })
  afterEach(async () => {
    for (const name of ['Ohne', 'Neu']) await change(name, { mail: null, active: true, date_exit: null })
  })
  const sent = async () => {
    const id = await school.send({ ...STAFF, ...TEXT, reader_count: 1 })
    await school.post.runDue()
    return { id, first: school.readers() }
  }
  const one = (name: string): LatePerson[] => [{ person_id: people[name] ?? 0, child_id: null }]

  test('reaches whoever has an address by now, once, and counts them', async () => {
    const { id, first } = await sent()
    await expectRefusals(id)
    expect(await leftOut(id)).toEqual(['Neu Kranz: false', 'Ohne Kranz: false'])
    await change('Ohne', { mail: 'ohne@example.org' })
    await change('Neu', { mail: 'neu@example.org' })
    expect(await leftOut(id)).toEqual(['Neu Kranz: true', 'Ohne Kranz: true'])
    const replies = [await sendLate(id, one('Ohne')), await sendLate(id, one('Ohne'))]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 409])
    expect(await school.read(id)).toMatchObject({ counts: { all: 2, waiting: 1, sent: 1, unaddressed: 1 } })
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.queued(1))
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['neu@example.org', 'ohne@example.org'])
    expect(await school.read(id)).toMatchObject({ counts: { all: 3, sent: 3, unaddressed: 0 }, left_out: [] })
  })

  test('is for nobody who has left the school meanwhile', async () => {
    const { id, first } = await sent()
    await change('Ohne', { mail: 'ohne@example.org', active: false, date_exit: '2026-11-19' })
    await change('Neu', { mail: 'neu@example.org' })
    expect(await leftOut(id)).toEqual(['Neu Kranz: true', 'Ohne Kranz: false'])
    expect((await sendLate(id, one('Ohne'))).statusCode).toBe(409)
    await sendLate(id)
    await school.post.runDue()
    expect(lateReaders(first)).toEqual(['neu@example.org'])
  })

  test('whoever leaves between the press and the turn of the mail gets none', async () => {
    const { id, first } = await sent()
    await change('Neu', { mail: 'neu@example.org' })
    await sendLate(id)
    await change('Neu', { active: false })
    await school.post.runDue()
    expect(lateReaders(first)).toEqual([])
    expect((await school.read(id)).recipients.find(({ name }) => name === 'Neu Kranz')).toMatchObject({
      ...{ state: 'dropped', trouble: 'not_employed' },
    })
  })

  test('a stopped circular is over', async () => {
    const id = await school.send({ ...STAFF, ...TEXT, reader_count: 1 })
    await school.act('stop', id)
    await change('Neu', { mail: 'neu@example.org' })
    expect(await leftOut(id)).toEqual(['Neu Kranz: false', 'Ohne Kranz: false'])
    expect((await sendLate(id)).json().message).toBe(CIRCULAR_TEXTS.over)
  })
})
