import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { openStatusSchool } from '#server/test/status-school.ts'

let school: Awaited<ReturnType<typeof openStatusSchool>>
beforeAll(async () => {
  school = await openStatusSchool()
})
afterAll(() => school.stop())

const notInformed = async () => {
  const reply = await school.head.call(endpoints.list, { query: { not_informed: 1 } })
  return reply.json().data.map(({ id }: { id: number }) => id)
}

const rowOf = async () => (await school.head.call(endpoints.list, {})).json().data[0]
/** When a mail with the present decision left, according to the list. */
const toldAt = async () => (await rowOf()).told_at

test('the filter finds applications whose decision no mail has reported yet, and again after it changes', async () => {
  const family = await school.makeFamily()
  expect(await notInformed()).toEqual([])
  await school.changeStatus(family.id, 'accepted')
  expect(await notInformed()).toEqual([family.id])
  expect(await rowOf()).toMatchObject({ told_at: null, is_not_informed: true })
  await school.tell(family)
  expect(await notInformed()).toEqual([])
  expect(await rowOf()).toMatchObject({ is_not_informed: false })
  expect(await toldAt()).toMatch(/^\d{4}-\d\d-\d\dT/)
  await school.changeStatus(family.id, 'waiting')
  expect(await toldAt()).toBeNull()
  expect(await notInformed()).toEqual([family.id])
  await school.changeStatus(family.id, 'new')
  expect(await notInformed()).toEqual([])
})
