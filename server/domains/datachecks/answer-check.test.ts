import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { type CheckSchool, EVA, NEW_HOME, openCheckSchool } from '#server/test/data-check-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CheckSchool
let round: number
let anna: string
let jan: string
beforeAll(async () => {
  school = await openCheckSchool()
})
afterAll(() => school.stop())
beforeEach(async () => {
  ;({ round, anna, jan } = await school.beginAnew())
})

const daysLater = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000)
const proposals = async (guardian: number) => {
  const { reader_id } = await school.readerOf(round, guardian)
  const { changes } = await school.family(reader_id)
  return changes.map(({ subject, about, before, after }) => ({ subject, about, before, after }))
}
const record = (table: 'guardian' | 'pupil', id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
const restrict = (column: 'guardian_id' | 'pupil_id', id: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('restriction')
      .values({ [column]: id, reason: 'Streit' } as never)
      .execute(),
  )
const liftAll = () => insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('restriction').execute())

describe('the page', () => {
  test('of a parent at home has the home and the people around the child', async () => {
    const page = await school.page(anna)
    expect(page).toMatchObject({
      ...{ name: 'Anna Müller', ends_on: '2026-12-18', answer: 'none', answered_on: null, remarks: null },
      person: { phone_mobile: '0152 28817386', mail: 'anna@example.org' },
      addresses: [{ street: 'Annaweg', children: ['Mia', 'Ben'] }],
      children: [
        { firstname: 'Mia', schoolclass: '1a', contacts: [{ firstname: 'Nora', is_gone: false }] },
        { firstname: 'Ben', schoolclass: '2a', contacts: [] },
      ],
    })
    expect(JSON.stringify(page)).not.toMatch(/Jandamm|jan@|0152 5550123|Krüger|_id"|"id"/)
  })

  test('of a parent who lives apart has the own data alone', async () => {
    const reply = await school.open(jan)
    expect(reply.json()).toMatchObject({
      person: { mail: 'jan@example.org' },
      addresses: [{ street: 'Jandamm', children: [] }],
      children: [{ firstname: 'Mia', contacts: null }],
    })
    expect(reply.body).not.toMatch(/Annaweg|anna@|Nora|28817386.*28817386/)
    const contact = { firstname: 'Eva', lastname: 'Neu', relation: null, phone: '030 555123' }
    const body = { children: [{ contacts: [{ ...contact, is_emergency: true, may_pickup: false }] }] }
    expect((await school.send(jan, body)).statusCode).toBe(409)
  })

  test.each([
    ['unknown', () => school.open('A'.repeat(32))],
    ['malformed', () => school.open("' or 1=1 --")],
    [
      'past its last day',
      () => {
        school.app.setNow(daysLater(29))
        return school.open(anna)
      },
    ],
  ])('a link that is %s gets the same 404', async (_, open) => {
    const reply = await open()
    expect([reply.statusCode, reply.json()]).toEqual([404, { message: DATA_CHECK_TEXTS.unknown }])
  })

  test('works on the last day', async () => {
    school.app.setNow(daysLater(28))
    expect((await school.open(anna)).statusCode).toBe(200)
  })

  test('is unknown once the custody is lost, and once the reader or all children are restricted', async () => {
    await school.setCustody(false)
    expect((await school.open(jan)).statusCode).toBe(404)
    await school.setCustody(true)
    await restrict('pupil_id', school.Mia)
    expect((await school.open(jan)).statusCode).toBe(404)
    const page = await school.page(anna)
    expect(page.children.map(({ firstname }) => firstname)).toEqual(['Ben'])
    expect(JSON.stringify(page)).not.toContain('Mia')
    await liftAll()
    await restrict('guardian_id', school.Jan)
    expect((await school.open(jan)).statusCode).toBe(404)
    await liftAll()
    expect((await school.open(jan)).statusCode).toBe(200)
  })

  test('counts guesses, and never a working link', async () => {
    for (let count = 0; count < 30; count++) await school.open(`guess-${count}`)
    expect((await school.open('guess-31')).statusCode).toBe(429)
    expect((await school.open(anna)).statusCode).toBe(200)
  })

  test('stores the hash of a link alone', async () => {
    const { rows } = await school.app.database.owner.query<{ dump: string }>(
      `select string_agg(t::text, ' ') as dump from (select to_jsonb(l) as t from data_check_link l
       union all select to_jsonb(r) from data_check_reader r union all select to_jsonb(m) from mail_log m) x`,
    )
    expect(rows[0]?.dump).not.toContain(anna)
  })
})

describe('an answer', () => {
  test('that changes nothing confirms', async () => {
    const reply = await school.send(anna, {})
    expect(reply.json()).toMatchObject({ answer: 'confirmed', answered_on: '2026-11-20' })
    expect(await proposals(school.Anna)).toEqual([])
  })

  test('is a proposal: nothing is written, twice is once, and taking a value back takes the proposal back', async () => {
    const before = await record('guardian', school.Anna)
    const body = {
      person: { phone_mobile: '0170 1112223' },
      addresses: [NEW_HOME],
      remarks: 'Wir ziehen um.',
    }
    const [one, two] = await Promise.all([school.send(anna, body), school.send(anna, body)])
    expect([one.statusCode, two.statusCode]).toEqual([200, 200])
    expect(one.json()).toMatchObject({ answer: 'changed', person: { phone_mobile: '0170 1112223' } })
    expect(await record('guardian', school.Anna)).toEqual(before)
    expect((await proposals(school.Anna)).map(({ subject, about }) => [subject, about])).toEqual([
      ['guardian', 'Anna Müller'],
      ['pupil', 'Mia'],
      ['pupil', 'Ben'],
      ['remark', 'Anna Müller'],
    ])
    await school.send(anna, { person: { phone_mobile: '0152 28817386' } })
    expect((await proposals(school.Anna)).map(({ subject }) => subject)).toEqual(['pupil', 'pupil'])
  })

  test('adds, changes and takes out people around a child', async () => {
    const [nora] = (await school.page(anna)).children[0]?.contacts ?? []
    const added = { ...EVA, is_emergency: true, may_pickup: true }
    const { is_gone: _, ...known } = nora ?? { is_gone: false }
    await school.send(anna, { children: [{ contacts: [{ ...known, phone: '030 999888' }, added] }] })
    expect(await proposals(school.Anna)).toEqual([
      { subject: 'contact_person', about: 'Mia', before: { phone: '030 23125-112' }, after: { phone: '030 999888' } },
      { subject: 'new_contact', about: 'Mia', before: {}, after: added },
    ])
    await school.send(anna, {
      children: [
        {
          contacts: [
            { ...known, is_gone: true },
            { ...added, is_gone: true },
          ],
        },
      ],
    })
    expect((await proposals(school.Anna)).map(({ subject }) => subject)).toEqual(['gone_contact'])
    const many = [null, ...Array.from({ length: 6 }, () => added)]
    expect((await school.send(anna, { children: [{ contacts: many }] })).json().message).toBe(
      DATA_CHECK_TEXTS.tooManyContacts,
    )
  })

  test.each([
    ['a phone', { person: { phone_home: '<script>' } }, 'person.phone_home'],
    ['a mail address', { person: { mail: 'a@b\r\nBcc: x@y.de' } }, 'person.mail'],
    [
      'a postcode',
      { addresses: [{ street: 'A', house_number: '1', address_extra: null, zip: '1', city: 'B' }] },
      'addresses.0.zip',
    ],
    [
      'a formula',
      { addresses: [{ street: '=1+1', house_number: '1', address_extra: null, zip: '15999', city: 'B' }] },
      'addresses.0.street',
    ],
    ['a long remark', { remarks: 'x'.repeat(1001) }, 'remarks'],
  ])('with %s that is none is refused at its field', async (_, body, field) => {
    const reply = await school.send(anna, body)
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
    expect((await school.page(anna)).answer).toBe('none')
  })

  test('that takes every number away is refused', async () => {
    const reply = await school.send(anna, { person: { phone_mobile: '' } })
    expect([reply.statusCode, reply.json().errors]).toEqual([
      422,
      { 'person.phone_mobile': [DATA_CHECK_TEXTS.noPhoneLeft] },
    ])
    expect(
      (await school.send(anna, { person: { phone_mobile: '', phone_home: '0331 777888', mail: '' } })).statusCode,
    ).toBe(200)
  })

  test('with more addresses or children than the page has is refused', async () => {
    const home = { street: 'A', house_number: '1', address_extra: null, zip: '15999', city: 'B' }
    expect((await school.send(anna, { addresses: [null, home] })).statusCode).toBe(409)
    expect((await school.send(anna, { children: [{}, {}, {}] })).statusCode).toBe(409)
  })

  test('to a page that has shown something else is refused', async () => {
    const { seen } = await school.page(anna)
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: '030 123123' })
    const reply = await school.answer(anna, { seen, remarks: null })
    expect([reply.statusCode, reply.json().message]).toEqual([409, DATA_CHECK_TEXTS.recordChanged])
    await school.changeGuardian(school.Mia, school.Anna, { phone_home: null })
  })

  test('comes at most twenty times a day', async () => {
    const { seen } = await school.page(anna)
    const replies = []
    for (let count = 0; count < 21; count++) replies.push(await school.answer(anna, { seen, remarks: `${count}` }))
    expect(replies.map(({ statusCode }) => statusCode).filter((status) => status !== 200)).toEqual([429])
  })
})
