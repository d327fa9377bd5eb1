import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  await inFsw((tx) => tx.deleteFrom('registration').execute())
})

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const mailed = (registrationId: number) =>
  inFsw((tx) =>
    tx
      .updateTable('registration_contact')
      .set({ optin_sent_at: '2026-11-20T08:01:00Z' })
      .where('registration_id', '=', registrationId)
      .execute(),
  )
const madeMailed = async (change: Parameters<typeof school.made>[0] = {}) => {
  const { id } = await school.made(change)
  await mailed(id)
  return id
}

const event = (registration_id: number, kind: string) =>
  inFsw((tx) => tx.insertInto('registration_event').values({ school_id: school.fsw, registration_id, kind }).execute())

describe('what nobody confirmed', () => {
  test('goes thirty days after it came and leaves no count', async () => {
    await madeMailed()
    await school.nightOf('2026-12-06')
    await school.nightOf('2026-12-19')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2026-12-20')
    expect(await school.left()).toHaveLength(0)
    expect(await inFsw((tx) => tx.selectFrom('registration_tally').select('id').execute())).toEqual([])
  })

  test.each<[string, (id: number) => Promise<unknown>]>([
    [
      'of staff',
      (id) => inFsw((tx) => tx.updateTable('registration').set({ source: 'staff' }).where('id', '=', id).execute()),
    ],
    [
      'confirmed',
      (id) =>
        inFsw((tx) =>
          tx
            .updateTable('registration_contact')
            .set({ mail_verified_at: '2026-11-21T08:00:00Z' })
            .where('registration_id', '=', id)
            .execute(),
        ),
    ],
    [
      'edited by staff',
      (id) => inFsw((tx) => tx.updateTable('registration').set({ version: 2 }).where('id', '=', id).execute()),
    ],
    [
      'decided and new again',
      async (id) => {
        for (const status of ['waiting', 'new'] as const)
          await school.head.call(registrationEndpoints.changeStatus, { params: { id }, body: { status } })
      },
    ],
    [
      'one whose papers were shown',
      (registration_id) =>
        inFsw((tx) =>
          tx
            .insertInto('registration_paper')
            .values({ school_id: school.fsw, registration_id, kind: 'birth_certificate', seen_on: '2026-11-21' })
            .execute(),
        ),
    ],
    [
      'one with a sibling that staff verified',
      async (registration_id) => {
        const pupil_id = await makePupil(school.app, school.fsw)
        await inFsw((tx) =>
          tx.insertInto('registration_sibling').values({ school_id: school.fsw, registration_id, pupil_id }).execute(),
        )
      },
    ],
    ['one with more in its timeline', (id) => event(id, 'papers_requested')],
  ])('never goes when it is %s', async (_title, touch) => {
    await touch(await madeMailed())
    await school.nightOf('2030-01-01')
    await school.nightOf('2030-02-01')
    expect(await school.left()).toHaveLength(1)
  })

  test('goes once a hold is over, shown for two weeks again', async () => {
    const id = await madeMailed()
    await school.hold(id, { reason: 'Die Familie ist verreist.', until: '2027-02-28' })
    await school.nightOf('2027-02-28')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-03-01')
    await school.nightOf('2027-03-14')
    expect(await school.left()).toHaveLength(1)
    await school.nightOf('2027-03-15')
    expect(await school.left()).toHaveLength(0)
  })
})
