import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { waitlistSiblingEndpoints } from '#contract/waitlists/waitlists.siblings.ts'
import { waitlistEndpoints as endpoints, WAITLIST_TEXTS, type WaitlistRow } from '#contract/waitlists/waitlists.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'
import { openWaitlistSchool, type WaitlistSchool } from '#server/test/waitlist-school.ts'

let school: WaitlistSchool
beforeAll(async () => {
  school = await openWaitlistSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

const setStaffChild = (id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.updateTable('registration').set({ is_staff_child: true }).where('id', '=', id).execute(),
  )

/**
 * Four waiting applications in the order they joined; the proposal is d (staff), b (longest), then a and c (equal, by
 * id).
 */
const fourWaiting = async () => {
  const grade = school.nextGrade()
  for (const id of (await school.order(grade)).ids) await school.setStatus(id, 'new')
  const a = await school.wait({ grade, days: 5 })
  const b = await school.wait({ grade, days: 9 })
  const c = await school.wait({ grade, days: 5 })
  const d = await school.wait({ grade, days: 1 })
  await setStaffChild(d)
  return { grade, a, b, c, d, proposed: [d, b, a, c] }
}

interface Asked {
  grade: number
  before: number[]
  order: number[]
  pinned?: number[]
}

const take = (asked: Asked, visitor = school.head, school_year_id = school.year) =>
  visitor.call(endpoints.takeProposal, { body: { school_year_id, ...asked } })
const undo = (grade: number, order: number[]) =>
  school.head.call(endpoints.undoProposal, { body: { school_year_id: school.year, grade, order } })
const eventsOf = async (id: number) =>
  (await school.head.call(registrationEndpoints.get, { params: { id } })).json().events

describe('the proposed order', () => {
  test('is shown beside the present one and taken over as it was shown', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    const { rows } = (await school.list(grade)) as { rows: WaitlistRow[] }
    expect(rows.map(({ id }) => id)).toEqual([a, b, c, d])
    const reply = await take({ grade, before: [a, b, c, d], order: proposed })
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'Die Rangfolge ist übernommen: 3 Ränge geändert.', moved: 3 },
    ])
    expect(await school.order(grade)).toEqual({ ids: proposed, isGapless: true })
    expect(await eventsOf(d)).toMatchObject([{ kind: 'rank_proposed', from_rank: 4, to_rank: 1, note: null }])
    expect(await eventsOf(b)).toEqual([])
    const again = await take({ grade, before: proposed, order: proposed })
    expect(again.json().moved).toBe(0)
  })

  test('is refused when the list changed since, or is not what was shown', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    const stale = await take({ grade, before: [b, a, c, d], order: proposed })
    expect([stale.statusCode, stale.json().message]).toEqual([409, WAITLIST_TEXTS.changed])
    expect(stale.json().order).toMatchObject([{ id: a }, { id: b }, { id: c }, { id: d }])
    const other = await take({ grade, before: [a, b, c, d], order: [a, b, d, c] })
    expect([other.statusCode, other.json().message]).toEqual([409, WAITLIST_TEXTS.proposalChanged])
    const invented = await take({ grade: 13, before: [], order: [a] })
    expect([invented.statusCode, invented.json().order]).toEqual([409, []])
    const less = await take({ grade, before: [a, b, c, d], order: [d, b, a] })
    expect(less.statusCode).toBe(409)
    expect((await school.order(grade)).ids).toEqual([a, b, c, d])
  })

  test('of another school’s year is 404, for others 403', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    const foreign = await school.yearOf(school.fow)
    expect((await take({ grade, before: [], order: [] }, school.head, foreign)).statusCode).toBe(404)
    expect((await school.head.call(endpoints.list, { query: { school_year_id: foreign, grade } })).statusCode).toBe(404)
    const teacher = await school.signIn([school.fsw], 'teacher_level_1')
    expect((await take({ grade, before: [a, b, c, d], order: proposed }, teacher)).statusCode).toBe(403)
  })

  test('is taken by one of many at once', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    const replies = await Promise.all(
      Array.from({ length: 8 }, () => take({ grade, before: [a, b, c, d], order: proposed })),
    )
    expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(replies.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
    expect(await school.order(grade)).toEqual({ ids: proposed, isGapless: true })
  })
})

describe('who was moved by hand', () => {
  const byHand = async (grade: number) => {
    const { rows } = (await school.list(grade)) as { rows: WaitlistRow[] }
    return rows.filter((row) => row.is_placed_by_hand).map(({ id, last_move }) => [id, last_move?.note])
  }

  test('keeps the rank of a hardship in the proposal, unless somebody wants otherwise', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    await school.move(c, { from_rank: 3, to_rank: 1 })
    expect(await byHand(grade)).toEqual([[c, 'Härtefall']])
    const before = [c, a, b, d]
    const kept = [c, d, b, a]
    const other = await take({ grade, before, order: proposed, pinned: [c] })
    expect([other.statusCode, other.json().message]).toEqual([409, WAITLIST_TEXTS.proposalChanged])
    expect((await take({ grade, before, order: kept, pinned: [c] })).json().moved).toBe(2)
    expect(await school.order(grade)).toEqual({ ids: kept, isGapless: true })
    expect(await byHand(grade)).toEqual([[c, 'Härtefall']])
    expect((await take({ grade, before: kept, order: proposed })).statusCode).toBe(200)
    expect(await byHand(grade)).toEqual([])
    expect((await undo(grade, proposed)).statusCode).toBe(200)
    expect(await byHand(grade)).toEqual([[c, 'Härtefall']])
  })

  test('is nobody else, whoever is named, and nobody who left the list and joined it again', async () => {
    const { grade, a, b, c, d } = await fourWaiting()
    const other = await take({ grade, before: [a, b, c, d], order: [a, d, b, c], pinned: [a] })
    expect([other.statusCode, other.json().message]).toEqual([409, WAITLIST_TEXTS.proposalChanged])
    await school.move(c, { from_rank: 3, to_rank: 1 })
    await school.setStatus(c, 'new')
    school.minutesLater(30)
    await school.setStatus(c, 'waiting')
    expect((await school.order(grade)).ids).toEqual([a, b, d, c])
    expect(await byHand(grade)).toEqual([])
  })

  test('keeps the rank beside an application that is restricted and that nobody sees', async () => {
    const { grade, a, b, c, d } = await fourWaiting()
    await school.move(c, { from_rank: 3, to_rank: 1 })
    const inside = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
    await inside((tx) => tx.insertInto('restriction').values({ registration_id: a, reason: 'Bestritten' }).execute())
    const order = [c, d, b]
    expect((await take({ grade, before: [c, b, d], order, pinned: [c] })).json().moved).toBe(2)
    expect(await byHand(grade)).toEqual([[c, 'Härtefall']])
    expect(await eventsOf(d)).toMatchObject([{ kind: 'rank_proposed', from_rank: 4, to_rank: 3 }])
    expect((await undo(grade, order)).statusCode).toBe(200)
    await inside((tx) => tx.deleteFrom('restriction').execute())
    expect(await school.order(grade)).toEqual({ ids: [c, a, b, d], isGapless: true })
  })

  test('is nobody whose move was taken back, and an earlier move counts again', async () => {
    const { grade, b, c } = await fourWaiting()
    const moveAndBack = async (id: number, from: number, to: number) => {
      await school.move(id, { from_rank: from, to_rank: to, note: 'Versehen' })
      await school.move(id, { from_rank: to, to_rank: from, note: WAITLIST_TEXTS.movedBack })
    }
    await moveAndBack(b, 2, 4)
    expect(await byHand(grade)).toEqual([])
    await school.move(c, { from_rank: 3, to_rank: 1 })
    await moveAndBack(c, 1, 2)
    expect(await byHand(grade)).toEqual([[c, 'Härtefall']])
  })
})

describe('taking it back', () => {
  test('brings the former order again within ten minutes, once', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    await take({ grade, before: [a, b, c, d], order: proposed })
    school.minutesLater(10)
    const reply = await undo(grade, proposed)
    expect(reply.statusCode).toBe(200)
    expect(await school.order(grade)).toEqual({ ids: [a, b, c, d], isGapless: true })
    expect((await eventsOf(d)).at(-1)).toMatchObject({ from_rank: 1, to_rank: 4, note: WAITLIST_TEXTS.undone })
    expect((await undo(grade, [a, b, c, d])).statusCode).toBe(409)
  })

  test('is over after ten minutes', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    await take({ grade, before: [a, b, c, d], order: proposed })
    school.app.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000 + 1))
    const late = await undo(grade, proposed)
    expect([late.statusCode, late.json().message]).toEqual([409, WAITLIST_TEXTS.undoOver])
    expect((await school.order(grade)).ids).toEqual(proposed)
  })

  test('is refused when somebody moved or left since, not when somebody joined', async () => {
    const { grade, a, b, c, d, proposed } = await fourWaiting()
    await take({ grade, before: [a, b, c, d], order: proposed })
    const e = await school.wait({ grade })
    await school.move(b, { from_rank: 2, to_rank: 3 })
    expect((await undo(grade, [d, a, b, c, e])).statusCode).toBe(409)
    await school.move(b, { from_rank: 3, to_rank: 2 })
    expect((await undo(grade, proposed)).json().message).toBe(WAITLIST_TEXTS.changed)
    expect((await undo(grade, [...proposed, e])).statusCode).toBe(200)
    expect((await school.order(grade)).ids).toEqual([a, b, c, d, e])
  })

  test('without anything to take back is 409', async () => {
    const { grade, a, b, c, d } = await fourWaiting()
    expect((await undo(grade, [a, b, c, d])).statusCode).toBe(409)
    const empty = school.nextGrade()
    for (const id of (await school.order(empty)).ids) await school.setStatus(id, 'new')
    expect((await undo(empty, [])).statusCode).toBe(409)
  })
})

describe('priority', () => {
  test('is the sibling who is linked, not the one who is claimed, until that child leaves', async () => {
    const grade = school.nextGrade()
    for (const id of (await school.order(grade)).ids) await school.setStatus(id, 'new')
    const claim = { firstname: 'Ben', lastname: 'Ahornmann', school_short: 'fsw', relation: 'enrolled' }
    const id = await school.wait({ grade, meta: { siblings: [claim, { ...claim, relation: 'applying' }] } })
    const pupil_id = await makePupil(school.app, school.fsw, { firstname: 'Ben', lastname: 'Ahornmann' })
    const first = async () => (await school.list(grade)).rows[0] as WaitlistRow
    expect(await first()).toMatchObject({ priority_reason: 'none', open_claims: 1 })
    await school.head.call(waitlistSiblingEndpoints.verify, { params: { id }, body: { pupil_id, school_short: 'fsw' } })
    expect(await first()).toMatchObject({ priority_reason: 'sibling_here', open_claims: 0 })
    const setPupil = (change: object) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('pupil').set(change).where('id', '=', pupil_id).execute(),
      )
    for (const status of ['left', 'graduated']) {
      await setPupil({ status })
      expect((await first()).priority_reason).toBe('none')
    }
    await setPupil({ status: 'on_leave' })
    expect((await first()).priority_reason).toBe('sibling_here')
    await setPupil({ deleted_at: TEST_NOW.toISOString() })
    expect((await first()).priority_reason).toBe('none')
  })

  test('at the secondary school goes to children from the partner school, after siblings', async () => {
    const head = await school.signIn([school.fow])
    const both = await school.signIn([school.fow, school.fsw])
    const at = { school: school.fow, visitor: head }
    const fromPartner = await school.wait({ grade: 8, days: 2, meta: { own_school: true } }, at)
    const atPartner = await school.wait({ grade: 8, days: 9 }, at)
    const here = await school.wait({ grade: 8, days: 1 }, at)
    const pupil = await makePupil(school.app, school.fow, { lastname: 'Birkmann' })
    const partnerPupil = await makePupil(school.app, school.fsw, { lastname: 'Birkmann' })
    const link = (id: number, pupil_id: number, school_short: string) =>
      both.call(waitlistSiblingEndpoints.verify, { params: { id }, body: { pupil_id, school_short } })
    expect((await link(here, pupil, 'fow')).statusCode).toBe(201)
    expect((await link(atPartner, partnerPupil, 'fsw')).statusCode).toBe(201)
    const year = await school.yearOf(school.fow)
    const { rows } = await school.list(8, head, year)
    expect(rows.map(({ id, priority_reason }: WaitlistRow) => [id, priority_reason])).toEqual([
      [fromPartner, 'from_partner'],
      [atPartner, 'sibling_at_partner'],
      [here, 'sibling_here'],
    ])
    await insideSchool(school.app, school.fow, async (tx) => {
      await tx
        .updateTable('school_setting')
        .set((eb) => ({ setting_value: eb.val(JSON.stringify({ isActive: true, sibling_priority: false })) }))
        .where('key', '=', 'SCHOOL_REGISTRATION_SETTINGS')
        .execute()
    })
    const deaf = await school.list(8, head, year)
    expect(deaf).toMatchObject({ sibling_priority: false })
    expect(deaf.rows.map(({ priority_reason }: WaitlistRow) => priority_reason)).toEqual([
      'from_partner',
      'none',
      'none',
    ])
  })
})

describe('places', () => {
  test('are counted by grade, with the families to ask', async () => {
    const admin = await school.app.signedIn((await makeUser(school.app, { role: 'admin', schools: [school.fsw] })).id)
    const grade = school.nextGrade()
    for (const id of (await school.order(grade)).ids) await school.setStatus(id, 'rejected')
    const id = await school.wait({ grade })
    await school.wait({ grade })
    await school.setStatus(id, 'accepted')
    const counted = async () => {
      const reply = (await admin.call(endpoints.capacities, { query: {} })).json()
      expect(reply.school_year).toEqual({ id: school.year, name: '2027/2028' })
      return reply.grades.find((one: { grade: number }) => one.grade === grade)
    }
    expect(await counted()).toMatchObject({ accepted: 1, confirmed: 0, waiting: 1, follow_ups: 0, places: null })
    expect((await school.list(grade)).follow_ups).toEqual([])
    // The fourteenth day still belongs to the family (2026-12-04).
    school.app.setNow(new Date('2026-12-04T12:00:00+01:00'))
    expect((await school.list(grade)).follow_ups).toEqual([])
    school.app.setNow(new Date('2026-12-05T00:00:00+01:00'))
    // Who was never told cannot answer.
    expect((await school.list(grade)).follow_ups).toEqual([])
    const { version } = (await admin.call(registrationEndpoints.get, { params: { id } })).json()
    await admin.call(registrationMailEndpoints.tellByPhone, { params: { id }, body: { is_told: true, version } })
    expect((await school.list(grade)).follow_ups).toMatchObject([
      { id, place_confirm_due_at: '2026-12-04', contacts: [{ fullname: 'Anna Müller', phone: '0331 123456' }] },
    ])
    expect(await counted()).toMatchObject({ follow_ups: 1 })
    const foreign = await school.yearOf(school.fow)
    expect((await admin.call(endpoints.capacities, { query: { school_year_id: foreign } })).statusCode).toBe(404)
  })
})
