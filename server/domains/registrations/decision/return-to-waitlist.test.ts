import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationBulkEndpoints } from '#contract/registrations/registrations.bulk.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openWaitlistSchool, type WaitlistSchool } from '#server/test/waitlist-school.ts'

let school: WaitlistSchool
beforeAll(async () => {
  school = await openWaitlistSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.minutesLater(0)
  await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
})

/** Five waiting applications for a separate grade, by rank. */
const five = async () => {
  const grade = school.nextGrade()
  const ids: number[] = []
  for (let n = 0; n < 5; n += 1) ids.push(await school.wait({ grade }))
  const [a, b, c, d, e] = ids as [number, number, number, number, number]
  const order = async () => {
    const found = await school.order(grade)
    expect(found.isGapless).toBe(true)
    return found.ids.filter((id) => ids.includes(id))
  }
  return { grade, a, b, c, d, e, order }
}

const withdraw = (id: number) =>
  school.head.call(withdrawalEndpoints.withdraw, { params: { id }, body: { reason: '' } })
const unwithdraw = (id: number) => school.head.call(withdrawalEndpoints.undo, { params: { id } })
const ok = async (reply: Promise<{ statusCode: number; body: string }>) => {
  const { statusCode, body } = await reply
  expect([statusCode, statusCode === 200 ? '' : body]).toEqual([200, ''])
}
const accept = (id: number) => ok(school.setStatus(id, 'accepted'))
const waitAgain = (id: number) => ok(school.setStatus(id, 'waiting'))

/** All orders of three. */
const ORDERS = [
  [0, 1, 2],
  [0, 2, 1],
  [1, 0, 2],
  [1, 2, 0],
  [2, 0, 1],
  [2, 1, 0],
]

describe('an application that left and returns within ten minutes', () => {
  test.each(ORDERS)('has its old position, undone in the order %i %i %i', async (...undone) => {
    const { a, b, c, d, e, order } = await five()
    const left = [a, b, d]
    for (const id of left) await accept(id)
    expect(await order()).toEqual([c, e])
    for (const index of undone) await waitAgain(left[index] as number)
    expect(await order()).toEqual([a, b, c, d, e])
  })

  test.each(ORDERS)('by a withdrawal, too, in the order %i %i %i', async (...undone) => {
    const { a, b, c, d, e, order } = await five()
    const back: [number, (id: number) => Promise<void>][] = [
      [b, (id) => ok(unwithdraw(id))],
      [a, waitAgain],
      [c, (id) => ok(unwithdraw(id))],
    ]
    await ok(withdraw(b))
    await ok(school.setStatus(a, 'rejected'))
    await ok(withdraw(c))
    for (const index of undone) await back[index]?.[1](back[index][0])
    expect(await order()).toEqual([a, b, c, d, e])
  })

  test('returns with many others to the old positions, whatever their order in the call', async () => {
    const { a, b, c, d, e, order } = await five()
    const set = (ids: number[], status: string) =>
      ok(
        school.head.call(registrationBulkEndpoints.status, {
          body: { changes: ids.map((id) => ({ id, status })) },
        }),
      )
    await set([a, c, d], 'accepted')
    await set([a, d, c], 'waiting')
    expect(await order()).toEqual([a, b, c, d, e])
  })

  test('comes before applications that joined meanwhile', async () => {
    const { grade, a, b, c, d, e, order } = await five()
    await accept(e)
    await accept(d)
    const late = await school.wait({ grade })
    await waitAgain(d)
    await waitAgain(e)
    expect(await order()).toEqual([a, b, c, d, e])
    expect((await school.order(grade)).ids.at(-1)).toBe(late)
  })

  test('is between the same positions as before, whoever was moved there meanwhile', async () => {
    const { a, b, c, d, e, order } = await five()
    await accept(b)
    await accept(d)
    // a c e → e a c: these three exchange the first, third and fifth position.
    await ok(school.move(e, { from_rank: 3, to_rank: 1 }))
    await waitAgain(b)
    await waitAgain(d)
    expect(await order()).toEqual([e, b, a, d, c])
  })

  test('keeps its position through a proposal, which can still be undone before', async () => {
    const { grade, a, b, c, d, e, order } = await five()
    await ok(school.move(d, { from_rank: 4, to_rank: 1 }))
    await accept(a)
    const body = { school_year_id: school.year, grade }
    await ok(
      school.head.call(waitlistEndpoints.takeProposal, {
        body: { ...body, before: [d, b, c, e], order: [b, c, d, e] },
      }),
    )
    await ok(school.head.call(waitlistEndpoints.undoProposal, { body: { ...body, order: [b, c, d, e] } }))
    await waitAgain(a)
    expect(await order()).toEqual([d, a, b, c, e])
  })

  test('by two steps back after two steps away, too', async () => {
    const { a, b, c, d, e, order } = await five()
    await accept(b)
    await ok(school.setStatus(b, 'rejected'))
    await accept(a)
    await accept(b)
    await waitAgain(b)
    await waitAgain(a)
    expect(await order()).toEqual([a, b, c, d, e])
  })

  test('after ten minutes is the last', async () => {
    const { a, b, c, d, e, order } = await five()
    await accept(a)
    await accept(b)
    school.minutesLater(10.1)
    await waitAgain(a)
    await waitAgain(b)
    expect(await order()).toEqual([c, d, e, a, b])
  })

  test('several at the same moment leave no gap and keep their order', async () => {
    const { a, b, c, d, e, order } = await five()
    await Promise.all([a, b, d].map(accept))
    await Promise.all([waitAgain(d), waitAgain(a), waitAgain(b)])
    expect(await order()).toEqual([a, b, c, d, e])
  })
})
