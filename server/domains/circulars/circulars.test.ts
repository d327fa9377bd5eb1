import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CIRCULAR_TEXTS, circularEndpoints, NOBODY_TEXTS } from '#contract/circulars/circulars.ts'
import { CIRCULAR_TEXT, type CircularSchool, openCircularSchool } from '#server/test/circular-school.ts'

let school: CircularSchool
beforeAll(async () => {
  school = await openCircularSchool()
})
beforeEach(() => school.forget())
afterAll(() => school.stop())

describe('who gets it', () => {
  test('both parents singly, somebody with two children once, and who has no address is named with the reason', async () => {
    const reply = (await school.plan()).json()
    expect(reply.readers).toEqual([
      { id: school.Anna, name: 'Anna Müller', children: 'Mia, 1a; Ben, 2a' },
      { id: school.Jan, name: 'Jan Krüger', children: 'Mia, 1a' },
    ])
    expect(reply.left_out).toEqual([
      {
        ...{ employee_id: null, registration_id: null, contact_id: null },
        pupil_id: school.Ole,
        child: 'Ole, 2a',
        guardian_id: school.Olga,
        name: 'Olga Noack',
        reason: 'no_mail',
      },
    ])
  })

  test('the whole school is every class', async () => {
    const reply = (await school.plan({ is_whole_school: true, class_ids: [] })).json()
    expect(reply.readers.map(({ name }: { name: string }) => name)).toEqual([
      'Anna Müller',
      'Jan Krüger',
      'Ina Richter',
    ])
  })

  test('nobody without custody, and nobody with an address that is not confirmed', async () => {
    await school.setCustody(false)
    await school.setOrigin('application')
    const reply = (await school.plan({ is_whole_school: false, class_ids: [school.classes['1a']] })).json()
    expect(reply.readers).toEqual([])
    expect(reply.left_out.map(({ reason }: { reason: string }) => reason)).toEqual(['unconfirmed', 'no_custody'])
    expect((await school.add({ class_ids: [school.classes['1a']] })).json().errors).toEqual({
      class_ids: [NOBODY_TEXTS.families],
    })
    await school.setCustody(true)
    await school.setOrigin('school')
  })

  test('two records of the same person are one reader', async () => {
    const second = await school.addGuardian(school.Ole, { has_custody: true, mail: 'Anna@example.org' })
    const reply = (await school.plan()).json()
    expect(reply.readers[0]).toEqual({ id: school.Anna, name: 'Anna Müller', children: 'Mia, 1a; Ben, 2a; Ole, 2a' })
    await school.removeGuardian(school.Ole, second)
  })
})

describe('what it says', () => {
  test('each reader is greeted by name and reads of the own children alone', async () => {
    await school.send()
    await school.post.runDue()
    expect(school.readers()).toEqual(['anna@example.org', 'jan@example.org'])
    const mail = (to: string) => school.post.server.mails.find(({ envelope }) => envelope[0] === to)?.text ?? ''
    expect(mail('anna@example.org')).toContain(
      'Guten Tag Anna Müller,\n\nmorgen wandern wir mit Mia und Ben (1a und 2a).',
    )
    expect(mail('jan@example.org')).toContain('Guten Tag Jan Krüger,\n\nmorgen wandern wir mit Mia (1a).')
    expect(mail('jan@example.org')).not.toMatch(/Ben|Anna|Ole/)
    expect(school.post.server.mails[0]?.subject).toBe('Wandertag an der Freie Schule Wacholderhain')
  })

  test('the preview is what that reader gets; only a reader has one', async () => {
    const preview = (reader_id: number | undefined) =>
      school.head.call(circularEndpoints.preview, { body: { ...school.both, ...CIRCULAR_TEXT, reader_id } })
    expect((await preview(school.Jan)).json().paragraphs).toEqual([
      'Guten Tag Jan Krüger,',
      'morgen wandern wir mit Mia (1a).',
    ])
    expect((await preview(school.Ina)).statusCode).toBe(404)
  })

  test('a trial goes to whoever writes it, as that reader would get it, and to nobody else', async () => {
    const trial = (reader_id: number | undefined, visitor = school.head) =>
      visitor.call(circularEndpoints.trial, { body: { ...school.both, ...CIRCULAR_TEXT, reader_id } })
    const { rows } = await school.app.database.owner.query(`select email from app_user where role = 'schooladmin'`)
    const reply = await trial(school.Jan)
    const [mail] = school.post.server.mails
    expect(school.readers()).toHaveLength(1)
    expect(rows.map(({ email }) => email)).toContain(school.readers()[0])
    expect(reply.json().message).toBe(CIRCULAR_TEXTS.tried(school.readers()[0] ?? ''))
    expect(mail?.subject).toBe('Probe: Wandertag an der Freie Schule Wacholderhain')
    expect(mail?.text).toContain('Guten Tag Jan Krüger,\n\nmorgen wandern wir mit Mia (1a).')
    for (const refused of [await trial(school.Ina), await trial(school.Jan, school.neighbour)])
      expect(refused.statusCode).toBe(404)
    expect(school.readers()).toHaveLength(1)
    expect((await school.head.call(circularEndpoints.list, { query: {} })).json().total).toBe(0)
  })

  test('a trial that the mail server refuses says why', async () => {
    school.post.server.state.mood = 'refuse'
    const body = { ...school.both, ...CIRCULAR_TEXT, reader_id: school.Jan }
    const reply = await school.head.call(circularEndpoints.trial, { body })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().message).toMatch(/^Der Mailserver antwortet: /)
  })

  test('what went out is shown as its first reader reads it, while that person would still get it', async () => {
    const id = await school.send()
    expect((await school.read(id)).sample).toMatchObject({
      reader: { id: school.Jan, name: 'Jan Krüger', children: 'Mia, 1a' },
      subject: 'Wandertag an der Freie Schule Wacholderhain',
      paragraphs: ['Guten Tag Jan Krüger,', 'morgen wandern wir mit Mia (1a).'],
    })
    await school.setCustody(false)
    expect((await school.read(id)).sample).toBeNull()
    await school.setCustody(true)
  })

  test.each([
    ['body', { body: 'Hallo {Diagnose}' }, 'Diesen Platzhalter gibt es nicht: {Diagnose}.'],
    ['body', { body: 'Hallo {constructor}' }, 'Diesen Platzhalter gibt es nicht: {constructor}.'],
    ['body', { body: 'Hallo {Anrede' }, 'Geschweifte Klammern stehen nur um einen Platzhalter, zum Beispiel {Anrede}.'],
    ['subject', { subject: 'Für {Kinder}' }, '{Kinder} darf nicht im Betreff stehen.'],
  ])('a wrong placeholder in %s is refused by name: %o', async (field, change, message) => {
    expect((await school.add(change)).json().errors).toEqual({ [field]: [message] })
  })

  test('a name that looks like a placeholder or a link stays a name', async () => {
    const odd = await school.addGuardian(school.Ole, {
      has_custody: true,
      firstname: 'evil.example',
      lastname: 'Kaya',
      mail: 'odd@example.org',
    })
    await school.send({ class_ids: [school.classes['2a']] })
    await school.post.runDue()
    const mail = school.post.server.mails.find(({ envelope }) => envelope[0] === 'odd@example.org')
    expect(mail?.text).toContain('Guten Tag evil example Kaya,')
    await school.removeGuardian(school.Ole, odd)
  })
})
