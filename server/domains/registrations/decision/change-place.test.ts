import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { PLACE_TEXTS, placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type EditSchool, openEditSchool } from '#server/test/edit-school.ts'
import { makeUser } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: EditSchool
beforeAll(async () => {
  school = await openEditSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

const change = (id: number, body: object, visitor = school.head) =>
  visitor.call(placeEndpoints.change, { params: { id }, body: { version: 1, ...body } })
const accepted = async (lastname: string) => {
  const { id } = await makeApplication(school.app, school.fsw, { lastname })
  await school.status(id, 'accepted')
  return id
}
const TODAY = '2026-11-20'
const DUE_DAYS = REGISTRATION_TEXTS.dueDay(TODAY, '2027-02-18')

describe('the place of an accepted application', () => {
  test('keeps contract, confirmation and date, each with a line in the timeline', async () => {
    const id = await accepted('Platz')
    await change(id, { contract_sent_at: '2026-11-18', version: 2 })
    await change(id, { contract_returned_at: TODAY, place_confirm_due_at: '2027-01-08', version: 3 })
    expect((await change(id, { place_confirmed_at: TODAY, version: 4 })).json()).toEqual({ version: 5 })
    const after = await school.details(id)
    expect(after).toMatchObject({
      contract_sent_at: '2026-11-18',
      contract_returned_at: TODAY,
      place_confirmed_at: TODAY,
      place_confirm_due_at: '2027-01-08',
    })
    expect(after.events.map(({ kind, fields }) => [kind, fields])).toEqual([
      ['place_changed', ['contract_sent_at']],
      ['place_changed', ['contract_returned_at', 'place_confirm_due_at']],
      ['place_changed', ['place_confirmed_at']],
    ])
    await change(id, { contract_returned_at: null, version: 5 })
    expect((await school.details(id)).contract_returned_at).toBeNull()
  })

  test('ignores values that are already stored', async () => {
    const id = await accepted('Gleich')
    await change(id, { contract_sent_at: TODAY, version: 2 })
    expect((await change(id, { contract_sent_at: TODAY, version: 2 }, school.second)).json()).toEqual({ version: 3 })
    expect((await change(id, { version: 1 })).json()).toEqual({ version: 3 })
    expect((await school.details(id)).events).toHaveLength(1)
  })

  test.each([
    [{ contract_sent_at: '2026-11-21' }, { contract_sent_at: [PLACE_TEXTS.future] }],
    [{ contract_returned_at: '2026-11-21' }, { contract_returned_at: [PLACE_TEXTS.future] }],
    [{ place_confirmed_at: '2026-11-21' }, { place_confirmed_at: [PLACE_TEXTS.future] }],
    [
      { contract_sent_at: '2026-11-19', contract_returned_at: '2026-11-18' },
      { contract_returned_at: [PLACE_TEXTS.order] },
    ],
    [{ place_confirm_due_at: '2026-11-19' }, { place_confirm_due_at: [DUE_DAYS] }],
    [{ place_confirm_due_at: '2027-02-19' }, { place_confirm_due_at: [DUE_DAYS] }],
    [{ place_confirm_due_at: '9999-12-31' }, { place_confirm_due_at: [expect.any(String)] }],
    [{ place_confirm_due_at: '2026-02-30' }, { place_confirm_due_at: [expect.any(String)] }],
  ])('refuses %j by its field', async (body, errors) => {
    const id = await accepted('Falsch')
    const reply = await change(id, { ...body, version: 2 })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
    expect(await school.details(id)).toMatchObject({ version: 2, contract_sent_at: null })
  })

  test('has a deadline within 90 days; one that is over can only come back within ten minutes', async () => {
    const id = await accepted('Frist')
    expect((await change(id, { place_confirm_due_at: '2027-02-18', version: 2 })).statusCode).toBe(200)
    await change(id, { place_confirm_due_at: TODAY, version: 3 })
    const later = Date.parse('2026-11-23T07:00:00Z')
    school.app.setNow(new Date(later))
    const extend = async (version: number) =>
      expect((await change(id, { place_confirm_due_at: '2026-11-30', version })).statusCode).toBe(200)
    const takeBack = async (version: number) => (await change(id, { place_confirm_due_at: TODAY, version })).statusCode
    await extend(4)
    expect((await change(id, { place_confirm_due_at: '2026-11-22', version: 5 })).statusCode).toBe(422)
    school.app.setNow(new Date(later + 10 * 60_000))
    expect(await takeBack(5)).toBe(200)
    expect((await school.details(id)).place_confirm_due_at).toBe(TODAY)
    await extend(6)
    school.app.setNow(new Date(later + 20 * 60_000 + 1))
    expect(await takeBack(7)).toBe(422)
  })

  test('names the day of sending when that is moved behind the return', async () => {
    const id = await accepted('Folge')
    await change(id, { contract_sent_at: '2026-11-10', contract_returned_at: '2026-11-12', version: 2 })
    const reply = await change(id, { contract_sent_at: '2026-11-13', version: 3 })
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { contract_sent_at: [PLACE_TEXTS.order] }])
  })

  test('changed by two at once: different fields are both in, the same one is asked about', async () => {
    const id = await accepted('Zwei')
    await change(id, { contract_sent_at: '2026-11-18', version: 2 }, school.second)
    expect((await change(id, { place_confirm_due_at: '2026-12-24', version: 2 })).statusCode).toBe(200)
    const stale = await change(id, { contract_sent_at: '2026-11-17', version: 2 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({
      message: ERROR_TEXTS.stale,
      changed_by: school.secondName,
      contract_sent_at: '2026-11-18',
      version: 4,
    })
  })
})

test('of a pupil contract and confirmation can still be entered, but no deadline', async () => {
  const id = await accepted('Später')
  await school.head.call(endpoints.transformToPupil, { body: { registration_id: id } })
  const { version } = await school.details(id)
  const sent = await change(id, { contract_sent_at: '2026-11-18', contract_returned_at: TODAY, version })
  expect(sent.statusCode).toBe(200)
  expect(await school.details(id)).toMatchObject({ contract_sent_at: '2026-11-18', contract_returned_at: TODAY })
  const bodies = [{ place_confirm_due_at: '2027-01-08' }, { place_confirmed_at: TODAY, is_staff_child: true }]
  for (const body of bodies) {
    const reply = await change(id, { ...body, version: sent.json().version })
    expect([reply.statusCode, reply.json().message]).toEqual([409, REGISTRATION_TEXTS.transformed])
  }
})

describe('refusals', () => {
  test('an application that is not accepted has no place, but may be of a member of staff', async () => {
    const { id } = await makeApplication(school.app, school.fsw, { lastname: 'Neu' })
    const reply = await change(id, { contract_sent_at: TODAY })
    expect([reply.statusCode, reply.json().message]).toEqual([409, PLACE_TEXTS.onlyAccepted])
    expect((await change(id, { is_staff_child: true })).statusCode).toBe(200)
    expect(await school.details(id)).toMatchObject({ is_staff_child: true })
  })

  test('withdrawn is 409; unknown, another school’s and of the bin one 404; teachers and viewers 403', async () => {
    const id = await accepted('Weg')
    await school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: {} })
    const withdrawn = await change(id, { contract_sent_at: TODAY, version: 3 })
    expect([withdrawn.statusCode, withdrawn.json().message]).toEqual([409, REGISTRATION_TEXTS.withdrawn])
    const binned = await accepted('Müll')
    await school.head.call(endpoints.remove, { params: { id: binned } })
    const { id: foreign } = await makeApplication(school.app, school.fow, { grade: 7 })
    const replies = await Promise.all([binned, foreign, 999_999].map((one) => change(one, { is_staff_child: true })))
    for (const reply of replies) expect([reply.statusCode, reply.body]).toEqual([404, replies[0]?.body])
    for (const role of ['teacher_level_1', 'viewer'] as const) {
      const user = await makeUser(school.app, { role, schools: [school.fsw] })
      expect((await change(id, {}, await school.app.signedIn(user.id))).statusCode).toBe(403)
    }
  })
})

test('Nachfassen: accepted and told so, not confirmed, the day over; the list finds exactly those', async () => {
  const id = await accepted('Nachfass')
  await change(id, { place_confirm_due_at: TODAY, version: 2 })
  const followed = async () => {
    const reply = await school.head.call(endpoints.list, { query: { follow_up: '1' } })
    return reply.json().data.map((row: { id: number; is_follow_up: boolean }) => [row.id, row.is_follow_up])
  }
  expect(await followed()).toEqual([])
  expect((await school.details(id)).is_follow_up).toBe(false)
  school.app.setNow(new Date('2026-11-21T00:00:00+01:00'))
  expect([await followed(), (await school.details(id)).is_follow_up]).toEqual([[], false])
  await change(id, { contract_sent_at: TODAY, version: 3 })
  expect(await followed()).toEqual([[id, true]])
  expect((await school.details(id)).is_follow_up).toBe(true)
  await change(id, { place_confirmed_at: TODAY, version: 4 })
  expect(await followed()).toEqual([])
})
