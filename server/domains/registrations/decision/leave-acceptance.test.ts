import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { type EditSchool, openEditSchool } from '#server/test/edit-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: EditSchool
beforeAll(async () => {
  school = await openEditSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.app.setNow(TEST_NOW))

const AGREED = {
  contract_sent_at: '2026-11-18',
  contract_returned_at: '2026-11-19',
  place_confirmed_at: '2026-11-20',
  place_confirm_due_at: '2027-01-08',
}
const NOTHING = { contract_sent_at: null, contract_returned_at: null, place_confirmed_at: null }

describe('leaving the acceptance', () => {
  const agreed = async () => {
    const { id } = await makeApplication(school.app, school.fsw)
    await school.status(id, 'accepted')
    const reply = await school.head.call(placeEndpoints.change, { params: { id }, body: { ...AGREED, version: 2 } })
    expect(reply.statusCode).toBe(200)
    return id
  }

  test('removes contract, confirmation and deadline: when accepted again later, nothing is confirmed', async () => {
    const id = await agreed()
    await school.status(id, 'waiting')
    expect(await school.details(id)).toMatchObject({ ...NOTHING, place_confirm_due_at: null })
    school.app.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000 + 1))
    await school.status(id, 'accepted')
    expect(await school.details(id)).toMatchObject({ ...NOTHING, place_confirm_due_at: '2026-12-04' })
    const { version } = await school.details(id)
    await school.head.call(registrationMailEndpoints.tellByPhone, { params: { id }, body: { is_told: true, version } })
    school.app.setNow(new Date('2026-12-05T08:00:00Z'))
    const { data } = (await school.head.call(endpoints.list, { query: { follow_up: '1' } })).json()
    expect(data.map((row: { id: number }) => row.id)).toContain(id)
  })

  test('brings all of it back when it is taken back within ten minutes, a new deadline if one is said', async () => {
    const id = await agreed()
    await school.status(id, 'rejected')
    school.app.setNow(new Date(TEST_NOW.getTime() + 10 * 60_000))
    await school.status(id, 'accepted')
    expect(await school.details(id)).toMatchObject(AGREED)
    await school.status(id, 'new')
    const body = { status: 'accepted', place_confirm_due_at: '2026-12-24' }
    expect((await school.head.call(endpoints.changeStatus, { params: { id }, body })).statusCode).toBe(200)
    expect(await school.details(id)).toMatchObject({ ...AGREED, place_confirm_due_at: '2026-12-24' })
  })

  test('with another status in between is no undo', async () => {
    const id = await agreed()
    for (const status of ['waiting', 'rejected', 'accepted']) await school.status(id, status)
    expect(await school.details(id)).toMatchObject({ ...NOTHING, place_confirm_due_at: '2026-12-04' })
  })
})
