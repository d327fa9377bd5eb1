import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import {
  waitlistSiblingEndpoints as endpoints,
  SIBLING_TEXTS,
  type WaitlistSiblings,
} from '#contract/waitlists/waitlists.siblings.ts'
import { makeApplication, makePupil, setApplication } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'
import { openWaitlistSchool, type WaitlistSchool } from '#server/test/waitlist-school.ts'

let school: WaitlistSchool
let head: TestVisitor
let both: TestVisitor
beforeAll(async () => {
  school = await openWaitlistSchool()
  head = school.head
  both = await school.signIn([school.fsw, school.fow])
})
afterAll(() => school.app.stop())

const BEN = { firstname: 'Ben', school_short: 'fsw', relation: 'enrolled' }

/** An application whose family names these siblings; nobody else has this last name. */
const applyWith = async (siblings: object[] = []) => {
  const lastname = school.freshName()
  const claims = siblings.map((sibling) => ({ lastname, ...sibling }))
  const { id } = await makeApplication(school.app, school.fsw, { lastname, meta: { siblings: claims } })
  return { id, lastname }
}

const list = async (id: number, visitor = head): Promise<WaitlistSiblings> =>
  (await visitor.call(endpoints.list, { params: { id } })).json()
const search = async (id: number, text: string, visitor = head) =>
  (await visitor.call(endpoints.search, { params: { id }, query: { search: text } })).json()
const verify = (id: number, body: object, visitor = head) => visitor.call(endpoints.verify, { params: { id }, body })
const release = (id: number, sibling_id: number, visitor = head) =>
  visitor.call(endpoints.release, { params: { id, sibling_id } })
const timeline = async (id: number) =>
  (await head.call(registrationEndpoints.get, { params: { id } }))
    .json()
    .events.map(({ kind }: { kind: string }) => kind)

describe('the pupil whom a family names as a sibling', () => {
  test('is found by folded names among those who attend, with the class', async () => {
    const { id } = await applyWith([
      { ...BEN, firstname: 'Zoe Marie', lastname: 'Mueller-Öztürk' },
      { ...BEN, relation: 'applying', lastname: 'Mueller-Öztürk', firstname: 'Zoe' },
    ])
    const zoe = { firstname: 'Zoë', lastname: 'Müller-Ozturk', grade: 1, schoolclass: 'a' }
    const here = await makePupil(school.app, school.fsw, zoe)
    await makePupil(school.app, school.fsw, { ...zoe, status: 'left' })
    await makePupil(school.app, school.fsw, { ...zoe, status: 'upcoming' })
    await makePupil(school.app, school.fow, { ...zoe, grade: 7 })
    const { claims, siblings, sibling_priority } = await list(id)
    expect(claims.map(({ candidates }) => candidates.map(({ pupil_id }) => pupil_id))).toEqual([[here], []])
    expect(claims[0]?.candidates[0]).toMatchObject({ school_short: 'fsw', birthdate: '2018-05-03', schoolclass: '1a' })
    expect([siblings, sibling_priority]).toEqual([[], true])
  })

  test('at the partner school is shown to users who work there, and to nobody else', async () => {
    const { id, lastname } = await applyWith([{ ...BEN, school_short: 'fow' }])
    const there = await makePupil(school.app, school.fow, { firstname: 'Ben', lastname })
    const reachable = ({ schools }: WaitlistSiblings) => schools.map(({ short, is_reachable }) => [short, is_reachable])
    const forHead = await list(id)
    expect(forHead.claims[0]?.candidates).toEqual([])
    expect(reachable(forHead)).toEqual([
      ['fsw', true],
      ['fow', false],
    ])
    expect(await search(id, lastname)).toEqual([])
    const forBoth = await list(id, both)
    expect(forBoth.claims[0]?.candidates.map(({ pupil_id }) => pupil_id)).toEqual([there])
    expect(reachable(forBoth)).toEqual([
      ['fsw', true],
      ['fow', true],
    ])
    expect(await search(id, lastname, both)).toMatchObject([{ pupil_id: there, school_short: 'fow' }])
  })

  test('at a partner school that asks for a second factor is shown and linked to nobody without one', async () => {
    const { id, lastname } = await applyWith([{ ...BEN, school_short: 'fow' }])
    const there = await makePupil(school.app, school.fow, { firstname: 'Ben', lastname })
    const askForFactor = (isAsked: boolean) => {
      const setting_value = JSON.stringify({ two_factor_for_heads: isAsked })
      return insideSchool(school.app, school.fow, (tx) =>
        tx
          .insertInto('school_setting')
          .values({ school_id: school.fow, key: 'LOGIN_RULES', setting_value })
          .onConflict((conflict) => conflict.columns(['school_id', 'key']).doUpdateSet({ setting_value }))
          .execute(),
      )
    }
    await askForFactor(true)
    const { claims, schools } = await list(id, both)
    expect([claims[0]?.candidates, schools.map(({ is_reachable }) => is_reachable)]).toEqual([[], [true, false]])
    expect(await search(id, lastname, both)).toEqual([])
    expect((await verify(id, { pupil_id: there, school_short: 'fow' }, both)).statusCode).toBe(422)
    await askForFactor(false)
    expect(await search(id, lastname, both)).toHaveLength(1)
  })

  test('is searched by any part of the name; an empty search finds nobody', async () => {
    const { id, lastname } = await applyWith()
    const pupil_id = await makePupil(school.app, school.fsw, { firstname: 'Lea', lastname })
    expect(await search(id, `${lastname.slice(0, 5)} le`)).toMatchObject([{ pupil_id }])
    expect(await search(id, '')).toEqual([])
    expect(await search(id, '%')).toEqual([])
  })
})

describe('linking', () => {
  test('is written once, told in the timeline and taken back', async () => {
    const { id, lastname } = await applyWith([BEN])
    const pupil_id = await makePupil(school.app, school.fsw, { firstname: 'Ben', lastname, grade: 2 })
    const first = await verify(id, { pupil_id, school_short: 'fsw' })
    expect([first.statusCode, first.json().message]).toEqual([201, SIBLING_TEXTS.verified])
    const again = await verify(id, { pupil_id, school_short: 'fsw' })
    expect([again.statusCode, again.json()]).toEqual([201, first.json()])
    expect(await timeline(id)).toEqual(['sibling_verified'])
    const { siblings } = await list(id)
    expect(siblings).toMatchObject([{ pupil: { pupil_id, firstname: 'Ben', lastname }, is_counted: true }])
    expect((await release(id, siblings[0]?.id ?? 0)).statusCode).toBe(200)
    expect(await timeline(id)).toEqual(['sibling_verified', 'sibling_released'])
    expect((await list(id)).siblings).toEqual([])
    expect((await release(id, siblings[0]?.id ?? 0)).statusCode).toBe(404)
  })

  test('twenty times at once is one link', async () => {
    const { id, lastname } = await applyWith()
    const pupil_id = await makePupil(school.app, school.fsw, { lastname })
    const replies = await Promise.all(Array.from({ length: 20 }, () => verify(id, { pupil_id, school_short: 'fsw' })))
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
    expect((await list(id)).siblings).toHaveLength(1)
    expect(await timeline(id)).toEqual(['sibling_verified'])
  })

  test('takes only a child who attends a school the viewer works at', async () => {
    const { id, lastname } = await applyWith()
    const left = await makePupil(school.app, school.fsw, { lastname, status: 'left' })
    const upcoming = await makePupil(school.app, school.fsw, { lastname, status: 'upcoming' })
    const there = await makePupil(school.app, school.fow, { lastname })
    const refused = async (body: object, visitor = head) => {
      const reply = await verify(id, body, visitor)
      return [reply.statusCode, Object.keys(reply.json().errors ?? {})]
    }
    for (const pupil_id of [left, upcoming, there, 999_999])
      expect(await refused({ pupil_id, school_short: 'fsw' })).toEqual([422, ['pupil_id']])
    expect(await refused({ pupil_id: there, school_short: 'fow' })).toEqual([422, ['school_short']])
    expect(await refused({ pupil_id: there, school_short: 'xyz' }, both)).toEqual([422, ['school_short']])
    expect((await list(id)).siblings).toEqual([])
    expect((await verify(id, { pupil_id: there, school_short: 'fow' }, both)).statusCode).toBe(201)
  })

  test('to a child of the partner school tells others only that there is one, until it leaves', async () => {
    const { id, lastname } = await applyWith()
    const there = await makePupil(school.app, school.fow, { lastname })
    await verify(id, { pupil_id: there, school_short: 'fow' }, both)
    expect((await list(id)).siblings).toMatchObject([{ school_short: 'fow', pupil: null, is_counted: true }])
    expect((await list(id, both)).siblings).toMatchObject([{ pupil: { pupil_id: there, lastname } }])
    await insideSchool(school.app, school.fow, (tx) =>
      tx.updateTable('pupil').set({ status: 'graduated' }).where('id', '=', there).execute(),
    )
    expect((await list(id)).siblings).toMatchObject([{ pupil: null, is_counted: false }])
  })

  test('is refused for a withdrawn application, and unknown for another school’s', async () => {
    const { id, lastname } = await applyWith()
    const pupil_id = await makePupil(school.app, school.fsw, { lastname })
    await setApplication(school.app, school.fsw, { id, withdrawn_at: '2026-11-19T09:00:00Z' })
    expect((await verify(id, { pupil_id, school_short: 'fsw' })).statusCode).toBe(409)
    const foreign = await makeApplication(school.app, school.fow, { grade: 7 })
    const calls = [
      verify(foreign.id, { pupil_id, school_short: 'fsw' }),
      verify(999_999, { pupil_id, school_short: 'fsw' }),
    ]
    const reads = [foreign.id, 999_999].map((one) => head.call(endpoints.list, { params: { id: one } }))
    const replies = await Promise.all([...calls, ...reads, release(foreign.id, 1), release(999_999, 1)])
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
  })

  test('is for heads', async () => {
    const { id } = await applyWith()
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const visitor = await school.signIn([school.fsw], role)
      expect((await visitor.call(endpoints.list, { params: { id } })).statusCode).toBe(403)
      expect((await verify(id, { pupil_id: 1, school_short: 'fsw' }, visitor)).statusCode).toBe(403)
      expect((await release(id, 1, visitor)).statusCode).toBe(403)
    }
  })
})
