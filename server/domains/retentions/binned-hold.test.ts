import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DAY_MS } from '#contract/dates.ts'
import { type RegistrationTask, registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { RetentionPreview } from '#contract/retentions/retentions.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tidyUp } from './tidy-up.ts'

const REJECTED = { status: 'rejected', decided_at: '2026-11-20T08:00:00Z' } as const
const HOLD = { reason: 'Klage der Familie', until: '2027-12-31' }

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
})

const summary = ({ due, held }: RetentionPreview) => ({
  due: due.map(({ reason, due_on, is_binned }) => `${reason} ${due_on} ${is_binned}`),
  held: held.map(({ hold, is_binned }) => `${hold.reason} ${hold.until} ${is_binned}`),
})
const remove = (id: number) => school.head.call(registrationEndpoints.remove, { params: { id } })
const restore = (id: number) => school.head.call(registrationEndpoints.restore, { params: { id } })

/** Runs the night job of a day and the hourly deletion after it. */
const dayOf = async (day: string) => {
  await school.nightOf(day)
  await tidyUp(school.app.platform)({})
}

/** On hold since 20.11.2026, and in the bin since that day. */
const binnedWithHold = async () => {
  const { id, number } = await school.made(REJECTED)
  await school.hold(id, HOLD)
  expect((await remove(id)).statusCode).toBe(200)
  return { id, number }
}

describe('an application on hold that lies in the bin', () => {
  test('stays beyond its thirty days and stands in the preview', async () => {
    await binnedWithHold()
    await dayOf('2027-03-01')
    expect(await school.left()).toHaveLength(1)
    expect(summary(await school.preview())).toEqual({ due: [], held: ['Klage der Familie 2027-12-31 true'] })
  })

  test('stands there for two weeks once its hold was ended, and can be held again', async () => {
    const { id } = await binnedWithHold()
    school.goTo('2027-03-01')
    expect((await school.endHold(id)).json()).toEqual({ message: 'Die Aussetzung ist beendet.' })
    expect(summary(await school.preview())).toEqual({ due: ['binned 2027-03-15 true'], held: [] })
    const tasks: RegistrationTask[] = (await school.head.call(registrationTaskEndpoints.list)).json()
    // The list does not name it, because a name is a link and it has no page.
    expect(tasks).toEqual([{ kind: 'deletion', count: 1, registrations: [] }])
    await dayOf('2027-03-14')
    expect(await school.left()).toHaveLength(1)
    expect((await school.hold(id, HOLD)).statusCode).toBe(200)
    await dayOf('2027-03-15')
    expect(await school.left()).toHaveLength(1)
    await school.endHold(id)
    await dayOf('2027-03-29')
    expect(await school.left()).toHaveLength(0)
  })

  test('stands there as well when its last day was over by itself, and leaves no number', async () => {
    await binnedWithHold()
    await dayOf('2028-01-01')
    expect(summary(await school.preview())).toEqual({ due: ['binned 2028-01-15 true'], held: [] })
    await dayOf('2028-01-14')
    expect(await school.left()).toHaveLength(1)
    await dayOf('2028-01-15')
    expect(await school.left()).toHaveLength(0)
    const tallies = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('registration_tally').select('count').execute(),
    )
    expect(tallies).toEqual([])
  })

  test('has its thirty days when the hold ends before', async () => {
    const { id } = await binnedWithHold()
    await school.endHold(id)
    expect(summary(await school.preview()).due).toEqual([])
    await dayOf('2026-12-07')
    expect(summary(await school.preview()).due).toEqual(['binned 2026-12-21 true'])
    await dayOf('2026-12-20')
    expect(await school.left()).toHaveLength(1)
    await dayOf('2026-12-21')
    expect(await school.left()).toHaveLength(0)
  })

  test('can be restored as long as it is there; one never held only for thirty days', async () => {
    const { id } = await binnedWithHold()
    const other = await school.made(REJECTED)
    await remove(other.id)
    school.app.setNow(new Date(Date.parse('2026-11-20T08:00:00Z') + 31 * DAY_MS))
    expect((await restore(other.id)).statusCode).toBe(404)
    expect((await restore(id)).statusCode).toBe(200)
    expect(summary(await school.preview()).held).toEqual(['Klage der Familie 2027-12-31 false'])
  })
})

test('that was shown, deleted and restored is shown for two weeks again', async () => {
  const { id } = await school.made(REJECTED)
  await school.nightOf('2027-05-06')
  await remove(id)
  await dayOf('2027-05-07')
  school.goTo('2027-05-25')
  expect((await restore(id)).statusCode).toBe(200)
  await dayOf('2027-05-26')
  expect(await school.left()).toHaveLength(1)
  expect(summary(await school.preview()).due).toEqual(['rejected 2027-06-09 false'])
})
