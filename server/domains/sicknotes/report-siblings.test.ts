import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PARENTS_PAGE_TEXTS, publicSicknoteEndpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type LinkedChild, openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: ParentsSchool
let mia: LinkedChild
beforeAll(async () => {
  school = await openParentsSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
  mia = await school.makeChild({ firstname: 'Mia', lastname: 'Müller' })
})
afterAll(() => school.app.stop())

const TODAY = '2026-11-20'
const ten = Array.from({ length: 10 }, (_, index) => index)
const liveOf = async (child: LinkedChild) =>
  (await school.notesOf(child)).filter(({ cancelled_at }) => cancelled_at === null)

describe('brothers and sisters', () => {
  test('of one guardian are reported at once', async () => {
    const tim = await school.makeChild({ firstname: 'Tim' })
    const eva = await school.makeChild({ firstname: 'Eva' })
    await school.makeGuardian([tim, mia, eva], { mail: null })
    const reply = await school.report({ uuid: mia.uuid, uuids: [tim.uuid, eva.uuid, mia.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().message]).toEqual([
      201,
      'Gute Besserung! Mia, Tim und Eva sind für heute, 20.11.2026, abgemeldet.',
    ])
    for (const child of [mia, tim, eva]) expect(await liveOf(child)).toHaveLength(1)
    const asked = await school.addSibling(eva.uuid, mia.uuid, tim.uuid)
    expect([asked.statusCode, asked.json()]).toEqual([200, (await school.readPage(eva.uuid)).json()])
  })

  test('are asked for by links that all work: one that does not is a dead link, and counts', async () => {
    const visitor = school.app.visitor()
    const body = { uuid: crypto.randomUUID(), uuids: [mia.uuid] }
    const ask = () => visitor.call(publicSicknoteEndpoints.sibling, { body })
    expect((await ask()).json()).toEqual((await school.readPage(crypto.randomUUID())).json())
    const statuses = new Set<number>()
    for (let count = 0; count < 16; count++) statuses.add((await ask()).statusCode)
    expect(statuses).toEqual(new Set([404, 429]))
  })

  test('at two schools are known by one verified address, each under the rules of its school', async () => {
    const leo = await school.makeChild({ firstname: 'Leo', birthdate: '2013-01-01' }, school.fow)
    await school.setSettings({ cutoff_time: '07:30' }, school.fow)
    await school.makeGuardian([mia], { mail: 'familie@Example.org' })
    await school.makeGuardian([leo], { mail: 'Familie@example.org' })
    const reply = await school.report({ uuid: mia.uuid, uuids: [leo.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().is_late]).toEqual([201, true])
    expect(reply.json().message).toMatch(/^Gute Besserung! Mia und Leo sind .* Bitte rufen Sie zusätzlich an\.$/)
    expect([await liveOf(mia), await liveOf(leo)]).toMatchObject([[{ is_late: false }], [{ is_late: true }]])
  })

  const strangers: Record<string, (other: LinkedChild) => Promise<unknown>> = {
    'no guardian': async () => undefined,
    'a guardian without custody': (other) => school.makeGuardian([mia, other], { has_custody: false }),
    'the same name only': async (other) => {
      await school.makeGuardian([mia], { mail: 'a@example.org' })
      await school.makeGuardian([other], { mail: 'b@example.org' })
    },
    'an address of an application that is not verified': async (other) => {
      await school.makeGuardian([mia], { mail: 'a@example.org' })
      await school.makeGuardian([other], { mail: 'a@example.org', isVerified: false })
    },
    'no address at all': async (other) => {
      await school.makeGuardian([mia], { mail: null })
      await school.makeGuardian([other], { mail: null })
    },
  }
  test.each(Object.keys(strangers))('who share %s are none, and nothing is kept', async (what) => {
    const other = await school.makeChild({ firstname: 'Ben' })
    await strangers[what]?.(other)
    const reply = await school.report({ uuid: mia.uuid, uuids: [other.uuid], dateStart: TODAY })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { uuids: [PARENTS_PAGE_TEXTS.notASibling] }])
    expect([await school.notesOf(mia), await school.notesOf(other)]).toEqual([[], []])
    const asked = await school.addSibling(other.uuid, mia.uuid)
    expect([asked.statusCode, asked.json()]).toEqual([422, reply.json()])
  })

  test('all share one guardian: each with the first is not enough when two did not', async () => {
    const [tim, ben] = [await school.makeChild({ firstname: 'Tim' }), await school.makeChild({ firstname: 'Ben' })]
    await school.makeGuardian([mia, tim], { mail: null })
    await school.makeGuardian([mia, ben], { mail: null })
    const reply = await school.report({ uuid: mia.uuid, uuids: [tim.uuid, ben.uuid], dateStart: TODAY })
    expect(reply.statusCode).toBe(422)
  })

  test('of age report themselves', async () => {
    const adult = await school.makeChild({ firstname: 'Ida', birthdate: '2008-11-20' })
    await school.makeGuardian([mia, adult])
    const reply = await school.report({ uuid: mia.uuid, uuids: [adult.uuid], dateStart: TODAY })
    expect(reply.statusCode).toBe(422)
    expect((await school.report({ uuid: adult.uuid, dateStart: TODAY, reporterRelation: 'self' })).statusCode).toBe(201)
  })

  test('are six at most, and reports of the same ones in any order do not wait for each other', async () => {
    const children = [mia, ...(await Promise.all(ten.slice(0, 5).map(() => school.makeChild())))]
    await school.makeGuardian(children, { mail: null })
    const uuids = children.map(({ uuid }) => uuid)
    const replies = await Promise.all(
      ten.slice(0, 5).map((index) => {
        const [uuid, ...others] = index % 2 === 0 ? uuids : uuids.toReversed()
        return school.report({ uuid, uuids: others, dateStart: TODAY })
      }),
    )
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    for (const child of children) expect(await school.notesOf(child)).toHaveLength(1)
    const seventh = await makePupil(school.app, school.fsw)
    const tooMany = [...uuids.slice(1), await school.uuidOf(seventh)]
    expect((await school.report({ uuid: mia.uuid, uuids: tooMany, dateStart: TODAY })).statusCode).toBe(422)
  })
})
