import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  kindOf,
  OUTBOX_TEXTS,
  type OutboxLeftOut,
  type OutboxMail,
  outboxMailEndpoints,
  outboxMailLabel,
} from '#contract/outboxes/outboxes.mails.ts'
import { queueMail } from '#server/mail/outbox.ts'
import { schoolMails } from '#server/tasks.ts'
import { type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

const list = async (query: Record<string, string | string[]> = {}, visitor = school.head) =>
  (await visitor.call(outboxMailEndpoints.list, { query: query as Record<string, string> })).json() as {
    data: OutboxMail[]
    total: number
    failed: number
    left_out: { people: OutboxLeftOut[]; total: number }
  }
const retry = (id: number, visitor = school.head) => visitor.call(outboxMailEndpoints.retry, { params: { id } })

/** A mail to Anna about a sick note, in this state. */
const mailToAnna = (state: string, { recipient = 'anna@example.org', template = 'sicknote_report' } = {}) =>
  insideSchool(school.app, school.fsw, async (tx) => {
    const id = await queueMail(tx, { template, recipient, relatedType: 'guardian', relatedId: school.Anna })
    await tx.updateTable('mail_log').set({ state }).where('id', '=', id).execute()
    return id
  })

describe('the list', () => {
  test('has every mail with its reader and the page that it is about, newest first', async () => {
    const circular = await school.send()
    await apply(school.app, school.app.visitor(), { answers: { 'contacts.0.mail': 'neu@example.org' } })
    await mailToAnna('queued')
    const { data, total } = await list()
    expect(total).toBe(4)
    expect(data.map(({ template, address, state }) => [template, address, state])).toEqual([
      ['sicknote_report', 'a***@example.org', 'queued'],
      ['registration_optin', 'n***@example.org', 'queued'],
      ['circular', expect.any(String), 'queued'],
      ['circular', expect.any(String), 'queued'],
    ])
    expect(data[0]).toMatchObject({ name: 'Anna Müller', about: { page: 'pupil', text: 'Mia Müller' } })
    expect(data[1]?.about).toMatchObject({ page: 'registration' })
    expect(data.slice(2).map((mail) => [mail.name, mail.children])).toEqual(
      expect.arrayContaining([
        ['Anna Müller', 'Mia Müller (1a), Ben Müller (2a)'],
        ['Jan Krüger', 'Mia Müller (1a)'],
      ]),
    )
    expect(data.slice(2).map(({ contact }) => contact)).toEqual([
      { page: 'pupil', id: school.Mia },
      { page: 'pupil', id: school.Mia },
    ])
    expect(data[2]?.about).toEqual({
      page: 'circular',
      id: circular,
      text: 'Wandertag an der Freie Schule Wacholderhain',
    })
    expect(data.map(({ template }) => outboxMailLabel(template))).not.toContain('E-Mail')
  })

  test('is filtered by state, by kind and by the whole address, whatever its case', async () => {
    await school.send()
    await mailToAnna('failed')
    expect((await list({ state: 'failed' })).data.map(({ template }) => template)).toEqual(['sicknote_report'])
    expect(await list({ kind: 'circular' })).toMatchObject({ total: 2, failed: 1 })
    expect(await list({}, school.neighbour)).toMatchObject({ failed: 0 })
    expect((await list({ kind: ['circular', 'absence'] })).total).toBe(3)
    expect((await list({ mail: 'ANNA@example.org' })).total).toBe(2)
    expect((await list({ mail: 'anna@example.com' })).total).toBe(0)
    expect((await school.head.call(outboxMailEndpoints.list, { query: { mail: 'anna' } })).statusCode).toBe(422)
    expect((await list({ per_page: '1', page: '2' })).data).toHaveLength(1)
  })

  test('has one line for all mails of a circular, with how many are in each state, and each of them singly', async () => {
    const circular = await school.send()
    const own = await mailToAnna('sent')
    const byMailing = { by_mailing: 'true' }
    const [mail, line] = (await list(byMailing)).data
    expect(mail).toMatchObject({ id: own, name: 'Anna Müller', states: null })
    expect(line).toMatchObject({
      ...{ template: 'circular', name: null, address: null, children: null, contact: null, trouble: null },
      about: { page: 'circular', id: circular, text: 'Wandertag an der Freie Schule Wacholderhain' },
      states: { queued: 2, held: 0, sent: 0, failed: 0, dropped: 0 },
    })
    expect((await list(byMailing)).total).toBe(2)
    expect((await list({ ...byMailing, per_page: '1', page: '2' })).data).toMatchObject([{ states: { queued: 2 } }])
    const singly = await list({ circular_id: String(circular) })
    expect(singly.data.map(({ name, states }) => [name, states]).toSorted()).toEqual([
      ['Anna Müller', null],
      ['Jan Krüger', null],
    ])
    // A second circular has a line of its own, and what a filter leaves is counted.
    await school.send({ subject: 'Elternabend' })
    expect(await list({ ...byMailing, kind: 'circular' })).toMatchObject({ total: 2 })
    expect(await list({ ...byMailing, mail: 'anna@example.org' })).toMatchObject({
      total: 3,
      data: [{ name: 'Anna Müller', states: null }, { states: null }, { name: 'Anna Müller', states: null }],
    })
    expect(await list({ circular_id: String(circular) }, school.neighbour)).toMatchObject({ data: [], total: 0 })
    expect(await list(byMailing, school.neighbour)).toMatchObject({ data: [], total: 0 })
  })

  test('has a line that comes up with a late mail, says when one may have left twice, and ends with its circular', async () => {
    const circular = await school.send()
    const own = await mailToAnna('sent')
    const inSchool = (text: string) => insideSchool(school.app, school.fsw, (tx) => sql.raw(text).execute(tx))
    const mails = `template = 'circular' and related_ids[1] = ${circular}`
    await inSchool(`update mail_log set created_at = created_at + interval '1 hour', is_doubtful = true
      where id = (select max(id) from mail_log where ${mails})`)
    const kinds = async () =>
      (await list({ by_mailing: 'true' })).data.map(({ id, is_doubtful, states }) => [
        id === own,
        is_doubtful,
        states?.queued,
      ])
    expect(await kinds()).toEqual([
      [false, true, 2],
      [true, false, undefined],
    ])
    await inSchool(`delete from circular where id = ${circular}`)
    const gone = await list({ by_mailing: 'true' })
    expect(gone.total).toBe(3)
    expect(gone.data.map(({ id, states }) => [id === own, states])).toEqual([
      [false, null],
      [true, null],
      [false, null],
    ])
  })

  test('is filtered by the first and the last day, as Berlin counts days', async () => {
    const written = async (created_at: string) => {
      const id = await mailToAnna('sent')
      await insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('mail_log').set({ created_at }).where('id', '=', id).execute(),
      )
      return id
    }
    const before = await written('2026-11-18T22:59:59Z')
    const early = await written('2026-11-18T23:00:00Z')
    const late = await written('2026-11-20T22:59:59Z')
    const after = await written('2026-11-20T23:00:00Z')
    const idsFor = async (query: Record<string, string>) => (await list(query)).data.map(({ id }) => id)
    expect(await idsFor({ from: '2026-11-19', until: '2026-11-20' })).toEqual([late, early])
    expect(await idsFor({ from: '2026-11-19' })).toEqual([after, late, early])
    expect(await idsFor({ until: '2026-11-18' })).toEqual([before])
    expect((await list({ from: '2026-11-19', until: '2026-11-20' })).total).toBe(2)
    const reply = await school.head.call(outboxMailEndpoints.list, { query: { from: '20.11.2026' } as never })
    expect(reply.statusCode).toBe(422)
  })

  test('is in the order in which the mails were written, and by id where that is the same', async () => {
    const ids = [await mailToAnna('sent'), await mailToAnna('sent'), await mailToAnna('sent')]
    const written = (id: number | undefined, moment: string) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('mail_log').set({ created_at: moment }).where('id', '=', Number(id)).execute(),
      )
    await written(ids[0], '2026-11-20T08:00:00Z')
    await written(ids[1], '2026-11-19T08:00:00Z')
    await written(ids[2], '2026-11-19T08:00:00Z')
    expect((await list()).data.map(({ id }) => id)).toEqual([ids[0], ids[2], ids[1]])
  })

  test('finds mails by the name of the reader or of the child, in any spelling and order', async () => {
    await school.send()
    const applied = {
      'meta.child_firstname': 'Zoe',
      'contacts.0.firstname': 'Eva',
      'contacts.0.mail': 'eva@example.org',
    }
    await apply(school.app, school.app.visitor(), { answers: applied })
    const namesBy = async (name: string) => (await list({ name })).data.map((mail) => mail.name)
    expect(await namesBy('mueller anna')).toEqual(['Anna Müller'])
    expect(await namesBy('Krüg')).toEqual(['Jan Krüger'])
    // Both are parents of Mia.
    expect((await namesBy('Mia')).toSorted()).toEqual(['Anna Müller', 'Jan Krüger'])
    expect(await namesBy('Jan Mia')).toEqual(['Jan Krüger'])
    expect(await namesBy('Zoe Müller')).toEqual(['Eva Müller'])
    expect(await namesBy('Niemand')).toEqual([])
    expect(await namesBy('%')).toEqual([])
    expect(await list({ name: 'Mia' }, school.neighbour)).toMatchObject({ data: [], total: 0 })
  })

  test('a search by name also has whom circulars left out, once for a reason, with the newest circular', async () => {
    await school.send()
    const circular = await school.send({ subject: 'Elternabend' })
    const leftOutBy = async (query: Record<string, string>, visitor = school.head) =>
      (await list(query, visitor)).left_out
    const olga = {
      ...{ pupil_id: school.Ole, child: 'Ole Müller, 2a', guardian_id: school.Olga, name: 'Olga Noack' },
      ...{ registration_id: null, contact_id: null, employee_id: null, reason: 'no_mail', earlier: 1 },
      circular: { id: circular, subject: 'Elternabend', created_at: expect.any(String) },
    }
    expect(await leftOutBy({ name: 'noack ole' })).toEqual({ people: [olga], total: 1 })
    expect(await list({ name: 'Olga', kind: 'circular' })).toMatchObject({ data: [], left_out: { total: 1 } })
    const none = { people: [], total: 0 }
    expect(await leftOutBy({ name: 'Anna' })).toEqual(none)
    expect(await leftOutBy({})).toEqual(none)
    expect(await leftOutBy({ name: 'Olga', state: 'sent' })).toEqual(none)
    expect(await leftOutBy({ name: 'Olga', kind: 'absence' })).toEqual(none)
    expect(await leftOutBy({ name: 'Olga', until: '2020-01-01' })).toEqual(none)
    expect(await leftOutBy({ name: 'Olga', circular_id: String(circular) })).toMatchObject({
      people: [{ circular: { id: circular }, earlier: 0 }],
    })
    expect(await leftOutBy({ name: 'Olga' }, school.neighbour)).toEqual(none)
    const hide = (deleted_at: string | null) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx.updateTable('guardian').set({ deleted_at }).where('id', '=', school.Olga).execute(),
      )
    await hide('2026-11-20T08:00:00Z')
    expect(await leftOutBy({ name: 'Ole' })).toEqual(none)
    await hide(null)
  })

  test('finds the mail of the morning by the name of the colleague who gets it', async () => {
    const { id: user } = await makeUser(school.app, { role: 'teacher_level_1', schools: [school.fsw] })
    const name = await insideSchool(school.app, school.fsw, async (tx) => {
      const feed = await tx
        .insertInto('sicknote_feed')
        .values({ user_id: user, kind: 'digest' } as never)
        .returning('id')
        .executeTakeFirstOrThrow()
      const mail = { template: 'sicknote_digest', recipient: 'lehrer@example.org', relatedType: 'sicknote_feed' }
      await queueMail(tx, { ...mail, relatedId: feed.id })
      return (await tx.selectFrom('app_user').select('name').where('id', '=', user).executeTakeFirstOrThrow()).name
    })
    expect((await list({ name })).data).toMatchObject([{ name, about: null, template: 'sicknote_digest' }])
  })

  test('of another school has none of them', async () => {
    await school.send()
    expect(await list({}, school.neighbour)).toMatchObject({ data: [], total: 0 })
    expect(await list({ mail: 'anna@example.org' }, school.neighbour)).toMatchObject({ total: 0 })
  })

  test('does not name who was deleted', async () => {
    const id = await mailToAnna('sent')
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('mail_log').set({ related_id: 987_654 }).where('id', '=', id).execute(),
    )
    expect((await list()).data[0]).toMatchObject({ name: null, about: null, contact: null, address: null })
  })

  test('knows the name of every mail that the program writes', () => {
    const templates = Object.keys(schoolMails(school.app.platform))
    expect(templates.filter((template) => kindOf(template) === undefined)).toEqual([])
    expect(templates.length).toBeGreaterThan(10)
  })
})

describe('sending again', () => {
  test('puts a failed mail into the outbox, once', async () => {
    const id = await mailToAnna('failed')
    expect((await retry(id)).json().message).toBe(OUTBOX_TEXTS.again)
    expect((await list()).data[0]).toMatchObject({ id, state: 'queued', trouble: null })
    const again = await retry(id)
    expect([again.statusCode, again.json().message]).toEqual([409, OUTBOX_TEXTS.notFailed])
  })

  test('is refused for another address, for mails of other pages, and at other schools', async () => {
    const other = await retry(await mailToAnna('failed', { recipient: 'frueher@example.org' }))
    expect([other.statusCode, other.json().message]).toEqual([409, OUTBOX_TEXTS.addressChanged])
    const circular = await retry(await mailToAnna('failed', { template: 'circular' }))
    expect([circular.statusCode, circular.json().message]).toEqual([409, OUTBOX_TEXTS.elsewhere])
    expect((await retry(await mailToAnna('failed'), school.neighbour)).statusCode).toBe(404)
  })
})
