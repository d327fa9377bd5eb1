import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schoolyearEndpoints as endpoints } from '#contract/schoolyears/schoolyears.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'

let school: StructureSchool
let id: number
beforeAll(async () => {
  school = await openStructureSchool()
  id = (await school.yearOf('2026/2027')).id
})
beforeEach(() =>
  insideSchool(school.app, school.fsw, async (tx) => {
    await tx.deleteFrom('schoolyear_free_day').execute()
  }),
)
afterAll(() => school.app.stop())

/** A row of the list; the days as `from/until`, or one. */
const days = (name: string, stretch: string, kind = 'holiday') => {
  const [date_start = '', date_end = date_start] = stretch.split('/')
  return { name, kind, date_start, date_end }
}
const save = (free_days: object[], version?: number) =>
  school.head.call(endpoints.saveFreeDays, { params: { id }, body: { free_days, version } })
const stored = async () => (await school.readYear(id)).free_days as { id: number; name: string }[]

describe('saving the free days', () => {
  test('stores the whole list; rows that stay keep their id, and the log tells what changed', async () => {
    await save([days('Herbst', '2026-10-19/2026-10-30'), days('Brückentag', '2027-05-07', 'flexible_day')])
    const [autumn] = await stored()
    const before = (await school.logOf('schoolyear_free_day')).length
    const reply = await save([days('Winter', '2027-02-01'), days('Herbst', '2026-10-19/2026-10-30')])
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Die schulfreien Tage sind gespeichert.'])
    const now = await stored()
    expect(now.map(({ name }) => name)).toEqual(['Herbst', 'Winter'])
    expect(now[0]?.id).toBe(autumn?.id)
    expect((await school.logOf('schoolyear_free_day')).slice(before).map(({ action }) => action)).toEqual([
      'schoolyear_free_day_deleted',
      'schoolyear_free_day_created',
    ])
  })

  test('takes stretches that touch or lie in each other, the bounds of the year, and none at all', async () => {
    const reply = await save([
      days('Sommer', '2026-08-01/2026-08-22'),
      days('Weihnachten', '2026-12-23/2027-01-02'),
      days('Neujahr', '2027-01-01', 'public_holiday'),
      days('Danach', '2027-01-03'),
      days('Letzter', '2027-07-31'),
    ])
    expect(reply.statusCode, reply.body).toBe(200)
    expect((await save([])).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })

  test.each<[string, object[], Record<string, string[]>]>([
    [
      'before the year',
      [days('x', '2026-07-31/2026-08-01')],
      { 'free_days.0.date_start': ['Dieser Tag liegt nicht im Schuljahr.'] },
    ],
    [
      'after the year',
      [days('x', '2027-07-31/2027-08-01')],
      { 'free_days.0.date_end': ['Dieser Tag liegt nicht im Schuljahr.'] },
    ],
    [
      'that end before they begin',
      [days('x', '2026-10-02/2026-10-01')],
      { 'free_days.0.date_end': ['Das Ende liegt vor dem Beginn.'] },
    ],
    [
      'named twice',
      [days('Herbst', '2026-10-19'), days('herbst', '2026-10-19', 'closed')],
      { 'free_days.1.name': ['Diese Zeile steht schon in der Liste.'] },
    ],
    ['without a name', [days(' ', '2026-10-19')], { 'free_days.0.name': ['Dieses Feld ist ein Pflichtfeld.'] }],
    ['of no kind', [days('x', '2026-10-19', 'party')], { 'free_days.0.kind': ['Bitte wählen Sie einen Wert.'] }],
    [
      'beyond a hundred',
      Array.from({ length: 101 }, (_, more) => days(`Tag ${more}`, '2026-10-19')),
      { free_days: ['Bitte maximal 100 Einträge.'] },
    ],
  ])('refuses days %s', async (_what, list, errors) => {
    const reply = await save(list)
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
    expect(await stored()).toEqual([])
  })

  test('is refused when somebody saved them since, with what is stored; other fields do not matter', async () => {
    const { version } = await school.readYear(id)
    await school.head.call(endpoints.change, { params: { id }, body: { first_school_day: '2026-08-24' } })
    expect((await save([days('Herbst', '2026-10-19')], version)).statusCode).toBe(200)
    const late = await save([days('Winter', '2027-02-01')], version)
    expect([late.statusCode, late.json().free_days]).toEqual([409, [expect.objectContaining({ name: 'Herbst' })]])
    const { version: newest } = await school.readYear(id)
    expect((await save([days('Winter', '2027-02-01')], newest)).statusCode).toBe(200)
  })

  test('with what is stored already changes nothing', async () => {
    await save([days('Herbst', '2026-10-19')])
    const { version } = await school.readYear(id)
    expect((await save([days('Herbst', '2026-10-19')])).json().message).toBe('Es gab nichts zu ändern.')
    expect((await school.readYear(id)).version).toBe(version)
  })

  test('twice at once from the same page: one is refused, and the list of the other is whole', async () => {
    const { version } = await school.readYear(id)
    const lists = ['a', 'b'].map((name) => [days(name, '2026-10-19'), days(name, '2026-10-20')])
    const replies = await Promise.all(lists.map((list) => save(list, version)))
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const names = (await stored()).map(({ name }) => name)
    expect([
      ['a', 'a'],
      ['b', 'b'],
    ]).toContainEqual(names)
  })
})

describe('the preset', () => {
  const preset = async (yearId: number) =>
    (await school.head.call(endpoints.presetFreeDays, { params: { id: yearId } })).json()
  const settle = (federal_state: string) =>
    insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('school').set({ federal_state }).where('id', '=', school.fsw).execute(),
    )

  test('follows the state of the school and stores nothing', async () => {
    const { has_holidays, free_days } = await preset(id)
    expect(has_holidays).toBe(true)
    expect(free_days[0]).toEqual(days('Sommerferien', '2026-08-01/2026-08-22'))
    expect(free_days.at(-1)).toEqual(days('Sommerferien', '2027-07-01/2027-07-31'))
    await settle('DE-TH')
    const elsewhere = await preset(id)
    expect(elsewhere.has_holidays).toBe(false)
    expect(elsewhere.free_days).toContainEqual(days('Weltkindertag', '2026-09-20', 'public_holiday'))
    await settle('DE-BB')
    expect(await stored()).toEqual([])
  })

  test('knows of a year without published holidays the public ones and the summer that reaches into it', async () => {
    const { has_holidays, free_days } = await preset((await school.yearOf('2027/2028')).id)
    expect(has_holidays).toBe(false)
    expect(free_days[0]).toEqual(days('Sommerferien', '2027-08-01/2027-08-14'))
    expect(free_days).toHaveLength(13)
  })
})

describe('reading a file', () => {
  const read = (content: string) => school.head.call(endpoints.readFreeDays, { params: { id }, body: { content } })
  const rows = async (content: string) => (await read(content)).json()
  const AUTUMN = days('Herbstferien', '2026-10-19/2026-10-30')

  test.each([
    ['as a spreadsheet program writes it', '\ufeffName;Von;Bis;Art\r\nHerbstferien;19.10.2026;30.10.2026;Ferien\r\n'],
    ['without a heading', 'Herbstferien;19.10.2026;30.10.2026;Ferien'],
    ['with commas', 'Name,Von,Bis,Art\nHerbstferien,2026-10-19,2026-10-30,Ferien\n'],
    ['in quotes, with blanks and empty lines', '"Herbstferien" ; 19.10.26 ;30. Oktober 2026; FERIEN\n\n;;;\n'],
    ['without a kind', 'Herbstferien;19102026;30102026'],
  ])('takes it %s, and stores nothing', async (_what, content) => {
    expect(await rows(content)).toEqual({ free_days: [AUTUMN], errors: [] })
    expect(await stored()).toEqual([])
  })

  test('takes a single day without an end, and every kind by its German name', async () => {
    const content = 'Neujahr;1.1.27;;feiertag\nBrückentag;7.5.27;;Variabler Ferientag\nStudientag;8.3.2027;;geschlossen'
    expect((await rows(content)).free_days).toEqual([
      days('Neujahr', '2027-01-01', 'public_holiday'),
      days('Brückentag', '2027-05-07', 'flexible_day'),
      days('Studientag', '2027-03-08', 'closed'),
    ])
  })

  test('cuts what lies across the end of the year', async () => {
    expect((await rows('Sommer;1.7.2027;14.8.2027;Ferien')).free_days).toEqual([
      days('Sommer', '2027-07-01/2027-07-31'),
    ])
  })

  test('tells for each line what is wrong, and takes the others', async () => {
    const content = [
      'Name;Von;Bis;Art',
      'Herbstferien;19.10.2026;30.10.2026;Ferien',
      'Winter;31.02.2027;06.02.2027;Ferien',
      ';01.02.2027;06.02.2027;Ferien',
      'Rückwärts;06.02.2027;01.02.2027;Ferien',
      'Fest;01.02.2027;;Party',
      'Alt;01.02.2020;;Ferien',
      'Ohne;;;Ferien',
      'HERBSTFERIEN;19.10.2026;30.10.2026;Feiertag',
      'Viel;32.13.2026;heute;Party',
    ].join('\n')
    const { free_days, errors } = await rows(content)
    expect(free_days).toEqual([AUTUMN])
    expect(errors.map(({ line, messages }: { line: number; messages: string[] }) => [line, ...messages])).toEqual([
      [3, 'Von: Dies ist kein gültiges Datum.'],
      [4, 'Name: Dieses Feld ist ein Pflichtfeld.'],
      [5, 'Bis: Das Ende liegt vor dem Beginn.'],
      [6, 'Art: Als Art geht Ferien, Feiertag, variabler Ferientag, geschlossen.'],
      [7, 'Von: Dieser Tag liegt nicht im Schuljahr.'],
      [8, 'Von: Dieses Feld ist ein Pflichtfeld.'],
      [9, 'Diese Zeile steht schon in der Liste.'],
      [
        10,
        'Von: Dies ist kein gültiges Datum.',
        'Bis: Dies ist kein gültiges Datum.',
        'Art: Als Art geht Ferien, Feiertag, variabler Ferientag, geschlossen.',
      ],
    ])
    expect(errors[0].text).toBe('Winter;31.02.2027;06.02.2027;Ferien')
  })

  test('says where a file stops being one', async () => {
    const { free_days, errors } = await rows('Herbst;19.10.2026;;\n"Winter;01.02.2027;;\n')
    expect(free_days).toEqual([])
    expect(errors[0].messages[0]).toContain('Anführungszeichen')
  })

  test('refuses more than a hundred lines, not a hundred with their heading', async () => {
    const file = (count: number) =>
      ['Name;Von;Bis;Art', ...Array.from({ length: count }, (_, more) => `Tag ${more};19.10.2026`)].join('\n')
    expect((await rows(file(100))).free_days).toHaveLength(100)
    const reply = await read(file(101))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { content: ['Bitte höchstens 100 Zeilen.'] }])
    expect((await read('x'.repeat(200_001))).statusCode).toBe(422)
  })

  test.each(['', '\u0000', '"', ';;;', 'a'.repeat(1000), '{"a":1}', 'PK\u0003\u0004'])(
    'survives %j',
    async (content) => {
      const reply = await read(content)
      expect([reply.statusCode, reply.json().free_days]).toEqual([200, []])
    },
  )
})
