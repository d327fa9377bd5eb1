import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type LinkedFamily, openStatusSchool, type StatusSchool } from '#server/test/status-school.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: StatusSchool
beforeAll(async () => {
  school = await openStatusSchool()
})
beforeEach(async () => {
  school.app.setNow(TEST_NOW)
  await school.forgetLimits()
  for (const id of [school.fsw, school.fow])
    await insideSchool(school.app, id, (tx) => tx.deleteFrom('mail_log').execute())
})
afterAll(() => school.stop())

const tidyAt = async (moment: string) => {
  school.app.setNow(new Date(moment))
  await tidyUp(school.app.platform)({})
}
/** This many log lines of mails queued at that time. */
const logAt = (created_at: string, { count = 1, school_id = school.fsw } = {}) =>
  insideSchool(school.app, school_id, (tx) =>
    tx
      .insertInto('mail_log')
      .values(
        Array.from({ length: count }, () => ({
          ...{ school_id, template: 'x', related_type: 'nothing', related_id: 1, created_at },
          ...{ recipient_masked: 'a***@example.org', recipient_hash: Buffer.from('a') },
        })),
      )
      .execute(),
  )
const countLogged = async (school_id = school.fsw) => {
  const rows = await insideSchool(school.app, school_id, (tx) => tx.selectFrom('mail_log').select('id').execute())
  return rows.length
}

test.each([
  ['the same day six months later', '2026-05-20T10:00:00+02:00', '2026-11-20T00:00:00+01:00'],
  ['counted by the day in Berlin', '2026-05-19T22:10:00Z', '2026-11-19T23:00:00Z'],
  ['the last day of a shorter month', '2026-08-31T23:59:00+02:00', '2027-02-28T00:00:00+01:00'],
  ['in a leap year', '2027-08-30T00:00:00+02:00', '2028-02-29T00:00:00+01:00'],
])('the log forgets a mail after six months, to the minute: %s', async (_title, queued, gone) => {
  await logAt(queued)
  await logAt(queued, { school_id: school.fow })
  await tidyAt(new Date(Date.parse(gone) - 60_000).toISOString())
  expect([await countLogged(), await countLogged(school.fow)]).toEqual([1, 1])
  await tidyAt(gone)
  expect([await countLogged(), await countLogged(school.fow)]).toEqual([0, 0])
})

test('batch after batch goes, and nothing younger', async () => {
  await logAt('2026-01-10T10:00:00Z', { count: 1001 })
  await logAt('2026-11-10T10:00:00Z', { count: 3 })
  await tidyAt('2026-11-20T10:00:00Z')
  expect(await countLogged()).toBe(3)
})

/** Dates the log lines of a family's mails as if the mails had been queued long ago. */
const ageMails = ({ contactIds }: LinkedFamily) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .updateTable('mail_log')
      .set({ created_at: TEST_NOW.toISOString() })
      .where('related_id', 'in', contactIds)
      .execute(),
  )
const stageOf = async (family: LinkedFamily, position: 1 | 2 = 1) =>
  (await school.read(school.tokenOf(family, position))).json().stage

test('a contact informed of the waiting list still reads it after the log has deleted the mail; nobody else does', async () => {
  const family = await school.makeFamily({ isJoint: true })
  await school.changeStatus(family.id, 'waiting')
  await school.tell(family)
  await ageMails(family)
  expect([await stageOf(family, 1), await stageOf(family, 2)]).toEqual(['waiting', 'checking'])
  await tidyAt('2027-05-20T10:00:00+02:00')
  expect(await countLogged()).toBe(0)
  expect([await stageOf(family, 1), await stageOf(family, 2)]).toEqual(['waiting', 'checking'])
  await school.changeStatus(family.id, 'accepted')
  await school.changeStatus(family.id, 'waiting')
  expect(await stageOf(family)).toBe('checking')
})

test('a mail that did not leave informed nobody, however long ago', async () => {
  const family = await school.makeFamily()
  await school.changeStatus(family.id, 'waiting')
  await school.tell(family)
  await ageMails(family)
  await insideSchool(school.app, school.fsw, (tx) => tx.updateTable('mail_log').set({ state: 'failed' }).execute())
  await tidyAt('2027-05-20T10:00:00+02:00')
  expect(await stageOf(family)).toBe('checking')
})
