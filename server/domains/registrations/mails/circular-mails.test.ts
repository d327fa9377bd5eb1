import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { deleteMails } from '#server/domains/retentions/traces.queries.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openWaitingFamilies, WAITING_TEXT, type WaitingFamilies } from '#server/test/waiting-families.ts'

let school: WaitingFamilies
beforeAll(async () => {
  school = await openWaitingFamilies()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const send = (change: object = {}) => school.send({ ...school.everybody, ...WAITING_TEXT, ...change })

describe('an application whose family got a circular', () => {
  const details = async (id: number) => (await school.head.call(registrationEndpoints.get, { params: { id } })).json()

  test('shows its own mails alone: a circular neither counts as failed nor hides a decision that failed', async () => {
    school.post.server.state.mood = 'refuse'
    await send()
    await school.post.runAll()
    const failed = async () =>
      (await school.head.call(registrationEndpoints.list, { query: { mail_failed: true } as never })).json().total
    expect(await failed()).toBe(0)
    expect((await details(school.Mia)).contacts[0].mails).toEqual([])
    const contact = await school.contactOf(school.Mia)
    await insideSchool(school.app, school.fsw, (tx) =>
      sql`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id, state)
        select 'registration_waiting', recipient_masked, recipient_hash, related_type, related_id, 'failed'
        from mail_log where related_id = ${contact} and template = 'circular'`.execute(tx),
    )
    school.post.server.state.mood = 'accept'
    await send({ tries_unreachable: true })
    await school.post.runDue()
    expect(await failed()).toBe(1)
    expect((await details(school.Mia)).contacts[0].mails).toHaveLength(1)
  })

  test('leaves, once erased, neither a line of the log nor a name', async () => {
    const id = await school.apply({ firstname: 'Ada', lastname: 'Fort', mail: 'ada@example.org' })
    const circular = await send({ reader_count: 3 })
    await insideSchool(school.app, school.fsw, async (tx) => {
      await deleteMails(tx, { registrations: [id] })
      await tx.deleteFrom('registration').where('id', '=', id).execute()
    })
    const read = await school.read(circular)
    expect(read.recipients.map(({ name }) => name)).toEqual(['Ole Berg', 'Anna Weber'])
    expect(JSON.stringify(read)).not.toContain('Ada')
  })

  test('is no longer named once it is deleted for good', async () => {
    const id = await school.apply({ firstname: 'Ada', lastname: 'Fort', mail: null })
    const circular = await send()
    expect((await school.read(circular)).left_out.map(({ child }) => child)).toContain('Ada, Klasse 1')
    await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').where('id', '=', id).execute())
    expect((await school.read(circular)).left_out.map(({ child }) => child)).not.toContain('Ada, Klasse 1')
  })
})
