import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type RegistrationTask, registrationTaskEndpoints } from '#contract/registrations/registrations.tasks.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { insertMail } from '#server/mail/mail-log.queries.ts'
import { hashMail } from '#server/mail/outbox.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())
beforeEach(async () => {
  school.goTo('2026-11-20')
  await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
})

const tasks = async (visitor = school.head): Promise<RegistrationTask[]> =>
  (await visitor.call(registrationTaskEndpoints.list, {})).json()
const kindsOn = async (day: string) => {
  school.goTo(day)
  return (await tasks()).map(({ kind, count }) => `${kind} ${count}`)
}
const ACCEPTED = { status: 'accepted', decided_at: '2026-11-06T08:00:00Z' } as const

describe('tasks of the head', () => {
  test('an offer without answer, from the day after it was due', async () => {
    await school.made({ ...ACCEPTED, place_confirm_due_at: '2026-11-20', contract_sent_at: '2026-11-06' })
    expect(await kindsOn('2026-11-20')).toEqual([])
    expect(await kindsOn('2026-11-21')).toEqual(['follow_up 1'])
  })

  test('an offer of which the family knows nothing: it is told and not asked why it has not answered', async () => {
    await school.made({ ...ACCEPTED, place_confirm_due_at: '2026-11-20' })
    expect(await kindsOn('2026-11-20')).toEqual(['not_informed 1'])
    expect(await kindsOn('2026-11-21')).toEqual(['not_informed 1'])
  })

  test('decisions of every kind of which families know nothing, counted by kind', async () => {
    await school.made({ ...ACCEPTED, place_confirm_due_at: '2026-11-20' })
    for (let count = 0; count < 2; count += 1)
      await school.made({ status: 'rejected', decided_at: ACCEPTED.decided_at })
    await school.made({ status: 'waiting', wait_rank: 1, waiting_since: ACCEPTED.decided_at })
    expect(await tasks()).toMatchObject([
      { kind: 'not_informed', count: 4, decisions: { accepted: 1, waiting: 1, rejected: 2 } },
    ])
    const { total } = (await school.head.call(registrationEndpoints.list, { query: { not_informed: 1 } })).json()
    expect(total).toBe(4)
  })

  test('confirmed and not yet taken over', async () => {
    await school.made({ ...ACCEPTED, place_confirm_due_at: '2026-11-20', place_confirmed_at: '2026-11-19' })
    expect(await kindsOn('2026-11-23')).toEqual(['not_taken_over 1'])
  })

  test('unconfirmed for more than three days', async () => {
    await school.made({}, { at: new Date('2026-11-20T09:00:00+01:00') })
    expect(await kindsOn('2026-11-23')).toEqual([])
    school.app.setNow(new Date('2026-11-23T09:00:01+01:00'))
    expect(await tasks()).toMatchObject([
      { kind: 'unconfirmed', count: 1, registrations: [{ child_firstname: 'Mia', child_lastname: 'Müller' }] },
    ])
  })

  test('unconfirmed ones without any address too, and the list behind the task has exactly these', async () => {
    const at = new Date('2026-11-16T09:00:00+01:00')
    const { id: byPhone } = await school.made({}, { at, mail: null })
    await school.made({}, { at: new Date('2026-11-20T09:00:00+01:00') })
    school.app.setNow(new Date('2026-11-21T09:00:00+01:00'))
    expect(await tasks()).toMatchObject([{ kind: 'unconfirmed', count: 1 }])
    const listed = await school.head.call(registrationEndpoints.list, { query: { long_unconfirmed: 1 } })
    expect(listed.json().data.map(({ id }: { id: number }) => id)).toEqual([byPhone])
  })

  test('wishes to withdraw, questions and deletions', async () => {
    await school.made({
      ...ACCEPTED,
      withdraw_requested_at: '2026-11-19T08:00:00Z',
      withdraw_requested_position: 1,
    })
    await school.made({ status: 'waiting', wait_rank: 1, waiting_since: '2026-11-06T08:00:00Z' })
    await school.made({ status: 'rejected', decided_at: '2027-05-20T08:00:00Z' })
    expect(await kindsOn('2027-11-10')).toEqual(['withdraw_requested 1', 'not_informed 2', 'ask 1', 'deletion 1'])
  })

  test('name five and count all; withdrawn, deleted and held applications are no tasks', async () => {
    for (let count = 0; count < 6; count += 1) await school.made({ ...ACCEPTED, place_confirmed_at: '2026-11-19' })
    await school.made({ ...ACCEPTED, place_confirmed_at: '2026-11-19', withdrawn_at: '2026-11-20T08:00:00Z' })
    await school.made({ ...ACCEPTED, place_confirmed_at: '2026-11-19', deleted_at: '2026-11-20T08:00:00Z' })
    const pupil_id = await makePupil(school.app, school.fsw)
    const taken = { pupil_id, transformed_at: '2026-11-20T08:00:00Z' }
    await school.made({ ...ACCEPTED, place_confirmed_at: '2026-11-19', ...taken })
    const [task, ...others] = await tasks()
    expect(others).toEqual([])
    expect(task).toMatchObject({ kind: 'not_taken_over', count: 6 })
    expect(task?.registrations).toHaveLength(5)
    const list = await school.head.call(registrationEndpoints.list, { query: { not_taken_over: true } })
    expect(list.json().total).toBe(6)
  })

  test('no wish and no failed mail of an application that became a pupil', async () => {
    const mail = async (id: number) => {
      await insideSchool(school.app, school.fsw, async (tx) => {
        const contact = await tx
          .selectFrom('registration_contact')
          .select(['id', 'mail'])
          .where('registration_id', '=', id)
          .executeTakeFirstOrThrow()
        await insertMail(tx, {
          ...{ school_id: school.fsw, template: 'registration_accepted', related_type: 'registration_contact' },
          ...{ related_id: contact.id, state: 'failed', recipient_masked: 'a***@example.org' },
          recipient_hash: hashMail(contact.mail ?? ''),
        })
      })
    }
    const wish = { withdraw_requested_at: '2026-11-19T08:00:00Z', withdraw_requested_position: 1 }
    const { id: running } = await school.made({ ...ACCEPTED, ...wish })
    await mail(running)
    const pupil_id = await makePupil(school.app, school.fsw)
    const { id: done } = await school.made({ ...ACCEPTED, ...wish, pupil_id, transformed_at: '2026-11-20T08:00:00Z' })
    await mail(done)
    expect((await tasks()).map(({ kind, count }) => `${kind} ${count}`)).toEqual([
      'withdraw_requested 1',
      'mail_failed 1',
    ])
    for (const query of [{ withdraw_requested: true }, { mail_failed: true }]) {
      const { data } = (await school.head.call(registrationEndpoints.list, { query })).json()
      expect(data.map((row: { id: number }) => row.id)).toEqual([running])
    }
    const { data } = (await school.head.call(registrationEndpoints.list, { query: {} })).json()
    expect(data.find((row: { id: number }) => row.id === done)).toMatchObject({ is_withdraw_requested: false })
  })

  test('are those of the own school only', async () => {
    await school.made({ ...ACCEPTED, place_confirmed_at: '2026-11-19' })
    const other = await school.app.signedIn(
      (await makeUser(school.app, { role: 'schooladmin', schools: [school.fow] })).id,
    )
    expect(await tasks(other)).toEqual([])
  })
})
