import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DATA_CHECK_MAIL, DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { dataCheckEndpoints } from '#contract/datachecks/datachecks.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type CheckSchool, openCheckSchool } from '#server/test/data-check-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { TEST_NOW } from '#server/test/test-app.ts'

let school: CheckSchool
beforeAll(async () => {
  school = await openCheckSchool()
})
beforeEach(async () => {
  await school.forgetChecks()
})
afterAll(() => school.stop())

const daysLater = (days: number) => new Date(TEST_NOW.getTime() + days * 86_400_000)
const setBlockingNote = (pupil: number) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .insertInto('pupil_sensitive')
      .values({
        ...{ pupil_id: pupil, kind: 'blocking_note', value_encrypted: Buffer.from('x'), legal_basis: 'Gesetz' },
        confirmed_at: '2026-08-01',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
/** The directory of links belongs to no school. */
const links = async () => {
  const { rows } = await school.app.database.owner.query('select from data_check_link')
  return rows.length
}

describe('who is asked', () => {
  test('everybody with custody, by mail or by letter, with the own children', async () => {
    const reply = await school.head.call(dataCheckEndpoints.plan, { body: school.audience })
    expect(reply.json()).toEqual({
      readers: [
        { id: school.Anna, name: 'Anna Müller', children: 'Mia, 1a; Ben, 2a', is_mailed: true },
        { id: school.Jan, name: 'Jan Krüger', children: 'Mia, 1a', is_mailed: true },
        { id: school.Olga, name: 'Olga Noack', children: 'Ole, 2a', is_mailed: false },
      ],
      left_out: [],
      running: [],
    })
  })

  test('nobody without custody, and nobody about a child with a blocking note', async () => {
    await school.setCustody(false)
    const note = await setBlockingNote(school.Ole)
    const { readers, left_out } = (await school.head.call(dataCheckEndpoints.plan, { body: school.audience })).json()
    expect(readers).toHaveLength(1)
    expect(left_out.map(({ name, child, reason }: Record<string, string>) => [name, child, reason])).toEqual([
      ['Jan Krüger', 'Mia, 1a', 'no_custody'],
      [null, expect.stringContaining('Ole'), 'blocked'],
    ])
    await school.setCustody(true)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.deleteFrom('pupil_sensitive').where('id', '=', note.id).execute(),
    )
  })

  test('a grade stands for its children', async () => {
    const grade = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('schoolgrade').select('id').where('grade', '=', 1).executeTakeFirstOrThrow(),
    )
    const body = { is_whole_school: false, class_ids: [], grade_ids: [grade.id] }
    const { readers } = (await school.head.call(dataCheckEndpoints.plan, { body })).json()
    expect(readers.map(({ name, children }: Record<string, string>) => [name, children])).toEqual([
      ['Anna Müller', 'Mia, 1a'],
      ['Jan Krüger', 'Mia, 1a'],
    ])
    expect((await school.start({ ...body, reader_count: 2 })).statusCode).toBe(201)
  })
})

describe('a round', () => {
  test('is refused when others would be asked, with a wrong end, without a choice, and with a wrong placeholder', async () => {
    expect((await school.start({ reader_count: 2 })).json().message).toBe(DATA_CHECK_TEXTS.changed)
    expect((await school.start({ ends_on: '2026-11-20' })).json().errors).toEqual({
      ends_on: [DATA_CHECK_TEXTS.endPast],
    })
    expect((await school.start({ ends_on: '2026-12-19' })).json().errors).toEqual({
      ends_on: [DATA_CHECK_TEXTS.endLate],
    })
    expect((await school.start({ class_ids: [] })).json().errors).toEqual({
      class_ids: [DATA_CHECK_TEXTS.nobodyChosen],
    })
    expect((await school.start({ class_ids: [999_999] })).statusCode).toBe(422)
    expect((await school.start({ subject: 'Daten von {Kinder}' })).statusCode).toBe(422)
    expect(await school.count('data_check')).toBe(0)
    expect(await school.count('mail_log')).toBe(0)
  })

  test('begins once for the same key, and the mail carries the link', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() as string }
    const [one, two] = [await school.start({}, { headers }), await school.start({}, { headers })]
    expect(two.json()).toEqual(one.json())
    expect(await school.count('data_check')).toBe(1)
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
    const [mail] = school.post.mails
    expect(mail?.subject).toBe(DATA_CHECK_MAIL.subject)
    expect(mail?.text).toContain('Der Link gilt bis zum 18.12.2026.')
    expect(mail?.text).toMatch(/\/app\/datenabgleich\/[\w-]{32}\n/)
  })

  test('shows how many answered and who gets a letter; the next one begins with its words', async () => {
    const id = await school.begin({ subject: 'Stimmen Ihre Daten?' })
    await school.send(await school.tokenOf('jan@example.org'))
    const round = await school.readRound(id)
    expect(round.counts).toEqual({ all: 3, open: 2, confirmed: 1, changed: 0, decided: 0, by_letter: 1 })
    expect(round.readers.map(({ name, state, is_mailed }) => [name, state, is_mailed])).toEqual([
      ['Anna Müller', 'open', true],
      ['Olga Noack', 'open', false],
      ['Jan Krüger', 'confirmed', true],
    ])
    const wording = (await school.head.call(dataCheckEndpoints.wording, {})).json()
    expect(wording.subject).toBe('Stimmen Ihre Daten?')
  })

  test('a reminder goes once a week to those who have not answered', async () => {
    const id = await school.begin()
    const token = await school.tokenOf('anna@example.org')
    await school.send(token)
    expect((await school.act('remind', id)).json().message).toBe(DATA_CHECK_TEXTS.reminderSoon)
    school.app.setNow(daysLater(7))
    school.post.mails.length = 0
    const both = await Promise.all([school.act('remind', id), school.act('remind', id)])
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    await school.post.runDue()
    expect(school.post.mails.map(({ envelope, subject }) => [envelope[0], subject])).toEqual([
      ['jan@example.org', `Erinnerung: ${DATA_CHECK_MAIL.subject}`],
    ])
  })

  test('somebody who has answered in a running round is not asked again, unless the office wants it', async () => {
    const first = await school.begin()
    const token = await school.tokenOf('anna@example.org')
    await school.send(token)
    const plan = async (skips_answered: boolean) =>
      (await school.head.call(dataCheckEndpoints.plan, { body: { ...school.audience, skips_answered } })).json()
    const skipping = await plan(true)
    expect(skipping.readers.map(({ name }: { name: string }) => name)).toEqual(['Jan Krüger', 'Olga Noack'])
    expect(skipping.left_out).toContainEqual(expect.objectContaining({ name: 'Anna Müller', reason: 'answered' }))
    expect(skipping.running).toMatchObject([{ id: first, ends_on: '2026-12-18', counts: { all: 3, open: 2 } }])
    expect((await plan(false)).readers).toHaveLength(3)
    school.post.mails.length = 0
    const second = await school.begin({ skips_answered: true, reader_count: 2 })
    await school.post.runDue()
    expect(school.readers()).toEqual(['jan@example.org'])
    expect((await school.readRound(second)).left_out.map(({ reason }) => reason)).toContain('answered')
    await school.act('end', first)
    await school.act('end', second)
    expect((await plan(true)).running).toEqual([])
  })

  test('letters have a second page with the data that the link shows, if the office wants it', async () => {
    const id = await school.begin()
    const pagesOf = async (guardian: number, body: object = {}) => {
      const reader_ids = [(await school.readerOf(id, guardian)).reader_id]
      const reply = await school.head.call(dataCheckEndpoints.letters, {
        params: { id },
        body: { reader_ids, ...body },
      })
      return (await readPdf(reply.rawPayload)).pages.map(({ text }) => text)
    }
    expect(await pagesOf(school.Anna)).toHaveLength(1)
    const [, anna = ''] = await pagesOf(school.Anna, { with_data: true })
    for (const text of ['0152 28817386', 'Annaweg 1, 15999 Annastadt', 'Anschrift von Mia und Ben', 'Nora Nachbar'])
      expect(anna).toContain(text)
    expect(anna).not.toMatch(/Jandamm|jan@/)
    expect(anna).toMatch(/Anna Müller · für Mia \S+, Klasse \S+; Ben \S+, Klasse \S+/)
    expect(anna).toContain('Bitte bis 18.12.2026 zurückgeben')
    expect(anna).toContain('Seite 2 zum Schreiben vom 20.11.2026')
    // Jan lives apart.
    const [, jan = ''] = await pagesOf(school.Jan, { with_data: true })
    expect(jan).toContain('Jandamm 2')
    expect(jan).not.toMatch(/Annaweg|anna@|Nora|Kontaktpersonen/)
  })

  test('once ended nothing leaves and no link works', async () => {
    const id = await school.begin()
    const token = await school.tokenOf('anna@example.org')
    expect((await school.act('end', id)).json().message).toBe(DATA_CHECK_TEXTS.ended)
    expect((await school.act('end', id)).json().message).toBe(DATA_CHECK_TEXTS.over)
    expect((await school.open(token)).statusCode).toBe(404)
    const second = await school.begin()
    await school.act('end', second)
    school.post.mails.length = 0
    await school.post.runDue()
    expect(school.readers()).toEqual([])
  })

  test('letters carry the same link, for whom no mail reaches', async () => {
    const id = await school.begin()
    const call = (reader_ids: number[]) =>
      school.head.call(dataCheckEndpoints.letters, { params: { id }, body: { reader_ids } })
    const all = await call([])
    expect([all.statusCode, all.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect((await call([999_999])).statusCode).toBe(404)
    const before = await links()
    const anna = await school.readerOf(id, school.Anna)
    await school.tokenOf('anna@example.org')
    const after = await links()
    expect((await call([anna.reader_id])).statusCode).toBe(200)
    expect([before, await links()]).toEqual([1, after])
  })

  test('is unknown to another school, in every call', async () => {
    const id = await school.begin()
    const { reader_id } = await school.readerOf(id, school.Anna)
    const by = school.neighbour
    const replies = [
      await by.call(dataCheckEndpoints.get, { params: { id } }),
      await school.act('remind', id, by),
      await school.act('end', id, by),
      await by.call(dataCheckEndpoints.letters, { params: { id }, body: { reader_ids: [] } }),
      await school.decide('accept', reader_id, { ids: [1], seen: 'x', by }),
      await school.decide('decline', reader_id, { ids: [1], reason: null, by }),
      await school.decide('undo', reader_id, { ids: [1], by }),
    ]
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 404))
    expect((await by.call(dataCheckEndpoints.list, {})).json()).toEqual([])
    expect((await school.readRound(id)).is_running).toBe(true)
  })

  test('goes a year after its end with everything that belongs to it', async () => {
    await school.begin()
    await school.tokenOf('anna@example.org')
    school.app.setNow(new Date('2027-12-17T12:00:00Z'))
    await tidyUp(school.app.platform)({})
    expect(await school.count('data_check')).toBe(1)
    school.app.setNow(new Date('2027-12-18T12:00:00Z'))
    await tidyUp(school.app.platform)({})
    const left = await Promise.all(
      ['data_check', 'data_check_reader', 'data_check_child', 'data_check_change'].map(school.count),
    )
    expect(left).toEqual([0, 0, 0, 0])
  })
})
