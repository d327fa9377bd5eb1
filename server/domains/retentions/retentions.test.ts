import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RetentionPreview } from '#contract/retentions/retentions.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

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
  due: due.map(({ reason, due_on }) => `${reason} ${due_on}`),
  held: held.map(({ hold }) => `${hold.reason} ${hold.until}`),
})

describe('the preview', () => {
  test('shows two weeks ahead, with what it is about', async () => {
    const { id, number } = await school.made(REJECTED, { firstname: 'Zoë', lastname: 'Berg' })
    school.goTo('2027-05-05')
    expect(summary(await school.preview()).due).toEqual([])
    school.goTo('2027-05-06')
    expect((await school.preview()).due).toEqual([
      {
        registration_id: id,
        number,
        child_firstname: 'Zoë',
        child_lastname: 'Berg',
        desired_grade: 1,
        school_year: '2027/2028',
        status: 'rejected',
        is_binned: false,
        reason: 'rejected',
        action: 'delete',
        due_on: '2027-05-20',
      },
    ])
  })

  test('asks about the waiting list once three months are over, until it goes', async () => {
    await school.made({ status: 'waiting', wait_rank: 1, waiting_since: '2026-11-20T08:00:00Z' })
    school.goTo('2027-10-31')
    expect(summary(await school.preview()).due).toEqual([])
    school.goTo('2027-11-01')
    expect(summary(await school.preview()).due).toEqual(['ask 2027-11-01'])
  })

  test('names notes, the soonest first, and nothing of the bin', async () => {
    await school.made({ ...REJECTED, internal_note: 'Hospitation' })
    await school.made({ ...REJECTED, internal_note: 'Hospitation', deleted_at: '2026-11-20T08:00:00Z' })
    await school.made({ ...REJECTED, decided_at: '2026-05-20T08:00:00Z' })
    await school.run()
    expect(summary(await school.preview()).due).toEqual(['note 2026-11-27', 'rejected 2026-12-04'])
  })

  test('is that of the own school only', async () => {
    await school.made({ ...REJECTED, decided_at: '2026-05-20T08:00:00Z' })
    const other = await school.app.signedIn(
      (await makeUser(school.app, { role: 'schooladmin', schools: [school.fow] })).id,
    )
    expect(summary(await school.preview(other))).toEqual({ due: [], held: [] })
  })
})

describe('a hold', () => {
  test('keeps one application through its last day; then it is shown for two weeks and goes', async () => {
    const { id } = await school.made(REJECTED)
    await school.made(REJECTED)
    await school.nightOf('2027-05-06')
    expect((await school.hold(id, { reason: ' Klage  der Familie ', until: '2027-06-30' })).json()).toEqual({
      message: 'Die Löschung ist ausgesetzt.',
    })
    await school.nightOf('2027-05-20')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-06-30')
    expect(summary(await school.preview())).toEqual({ due: [], held: ['Klage der Familie 2027-06-30'] })
    await school.nightOf('2027-07-01')
    expect(summary(await school.preview())).toEqual({ due: ['rejected 2027-07-15'], held: [] })
    await school.nightOf('2027-07-14')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-07-15')
    expect(await school.left()).toHaveLength(0)
  })

  test('ended by hand shows what is due for two weeks; both stand in the timeline', async () => {
    const { id } = await school.made(REJECTED)
    await school.nightOf('2027-05-06')
    await school.hold(id, HOLD)
    const announced = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('retention_notice').select('id').execute(),
    )
    expect(announced).toEqual([])
    await school.nightOf('2027-07-01')
    expect((await school.read(id)).json()).toMatchObject({ hold: { ...HOLD, by: expect.any(String) }, entries: [] })
    expect((await school.endHold(id)).json()).toEqual({ message: 'Die Aussetzung ist beendet.' })
    expect((await school.endHold(id)).statusCode).toBe(200)
    expect((await school.read(id)).json()).toEqual({
      hold: null,
      entries: [{ reason: 'rejected', action: 'delete', due_on: '2027-07-15' }],
    })
    const events = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('registration_event').select(['kind', 'note']).orderBy('id').execute(),
    )
    expect(events).toEqual([
      { kind: 'held', note: HOLD.reason },
      { kind: 'hold_ended', note: null },
    ])
    await school.nightOf('2027-07-15')
    expect(await school.left()).toHaveLength(0)
  })

  test('can be changed, and is shown for one without any period as well', async () => {
    const { id } = await school.made({})
    await school.hold(id, HOLD)
    await school.hold(id, { reason: 'Prüfung', until: '2027-01-31' })
    expect(summary(await school.preview()).held).toEqual(['Prüfung 2027-01-31'])
  })

  test.each([
    ['2026-11-19', 'Bitte einen Tag ab heute angeben.'],
    ['2028-11-21', 'Bitte höchstens 24 Monate ab heute.'],
  ])('may not end on %s', async (until, message) => {
    const { id } = await school.made(REJECTED)
    const refused = await school.hold(id, { ...HOLD, until })
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ until: [message] })
  })

  test.each(['2026-11-20', '2028-11-20'])('may end on %s', async (until) => {
    const { id } = await school.made(REJECTED)
    expect((await school.hold(id, { ...HOLD, until })).statusCode).toBe(200)
  })

  test('needs a reason', async () => {
    const { id } = await school.made(REJECTED)
    const refused = await school.hold(id, { ...HOLD, reason: '  ' })
    expect(refused.statusCode).toBe(422)
    expect(Object.keys(refused.json().errors)).toEqual(['reason'])
  })

  test('unknown, deleted, another school’s: one 404, byte for byte', async () => {
    const other = await school.made(REJECTED, { grade: 7 }, school.fow)
    const binned = await school.made({ ...REJECTED, deleted_at: '2026-11-20T08:00:00Z' })
    for (const ask of [school.read, (id: number) => school.hold(id, HOLD), (id: number) => school.endHold(id)]) {
      const [unknown, ...others] = await Promise.all([999_999, other.id, binned.id].map((id) => ask(id)))
      expect(unknown?.statusCode).toBe(404)
      expect(others.map(({ body }) => body)).toEqual([unknown?.body, unknown?.body])
    }
  })

  test('set during the nightly run either wins or comes too late, never partly', async () => {
    const { id } = await school.made(REJECTED)
    await school.nightOf('2027-05-06')
    school.goTo('2027-05-20')
    const [held] = await Promise.all([school.hold(id, HOLD), school.run()])
    expect(await school.left()).toHaveLength(held.statusCode === 200 ? 1 : 0)
  })
})
