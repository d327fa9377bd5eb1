import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type PeoplePreview, peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { retentionEndpoints } from '#contract/retentions/retentions.ts'
import { tidySicknotes } from '#server/domains/absences/tidy-sicknotes.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'

let school: RetentionSchool
beforeAll(async () => {
  school = await openRetentionSchool()
})
afterAll(() => school.app.stop())

const rowsOf = (query: string) =>
  insideSchool(school.app, school.fsw, async (tx) => (await sql.raw(query).execute(tx)).rows)

beforeEach(async () => {
  school.goTo('2028-07-20')
  for (const table of ['saved_view', 'pupil_sicknote', 'retention_hold', 'pupil', 'guardian'])
    await rowsOf(`delete from ${table}`)
})

const read = async (query: object = {}, visitor = school.head): Promise<PeoplePreview> => {
  const reply = await visitor.call(peopleRetentionEndpoints.preview, { query } as never)
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json()
}

/** So many leavers of one year, from „Abgang 001“ on. */
const plantLeavers = (count: number, day: string) =>
  rowsOf(`insert into pupil (firstname, lastname, birthdate, gender, status, pupil_number, date_entry, date_exit)
    select 'Kind', 'Abgang ' || to_char(i, 'FM000'), '2018-05-01', 'f', 'left', '${day}-' || i, '2014-08-01', '${day}' from generate_series(1, ${count}) i`)

describe('a long preview', () => {
  test('comes page by page, and its figures count everything', async () => {
    await plantLeavers(60, '2027-01-15')
    const first = await read()
    expect(first.figures).toEqual([{ kind: 'pupil', rule: 'contacts', count: 60, first: '2028-08-03' }])
    expect(first.due.map(({ name }) => name).slice(0, 2)).toEqual(['Abgang 001, Kind', 'Abgang 002, Kind'])
    expect(first.due).toHaveLength(25)
    const third = await read({ list: 'contacts', page: 3 })
    expect(third.due.map(({ name }) => name)).toHaveLength(10)
    expect(third.figures[0]?.count).toBe(60)
    expect((await read({ page: 4 })).due).toEqual([])
    expect((await read({ per_page: 0 })).due).toHaveLength(60)
  })

  test('has each rule with its own page, and only the lines of the wanted kind and rule', async () => {
    await plantLeavers(30, '2027-01-15')
    await plantLeavers(28, '2018-01-15')
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) select id, 'Verfahren', '2028-12-31' from pupil
      where pupil_number = '2027-01-15-1'`)
    const all = await read()
    expect(all.figures.map(({ rule, count }) => [rule, count])).toEqual([
      ['contacts', 29],
      ['proof', 28],
    ])
    expect([all.due.length, all.held.length, all.held_figures]).toEqual([50, 1, [{ kind: 'pupil', count: 1 }]])
    const proofs = await read({ list: 'proof', per_page: 0 })
    expect([new Set(proofs.due.map(({ reason }) => reason)), proofs.due.length, proofs.held]).toEqual([
      new Set(['proof']),
      28,
      [],
    ])
    const staff = await read({ kind: 'employee' })
    expect([staff.due, staff.held, staff.figures.length]).toEqual([[], [], 2])
  })

  test.each([{ list: 'everything' }, { kind: 'school' }, { per_page: 501 }, { page: 0 }])(
    'refuses %o',
    async (query) => {
      for (const endpoint of [peopleRetentionEndpoints.preview, retentionEndpoints.preview])
        expect((await school.head.call(endpoint, { query } as never)).statusCode).toBe(422)
    },
  )
})

describe('sick notes in the preview', () => {
  const plantNotes = async () => {
    const { pupil } = await insideSchool(school.app, school.fsw, (tx) =>
      plantPeople(tx, { school_id: school.fsw, word: 'Quittenbaum', keys: school.app.platform.keys }),
    )
    await rowsOf('delete from pupil_sicknote')
    await rowsOf(`insert into pupil_sicknote (pupil_id, date_start, date_end, source, comment) values
      (${pupil}, '2027-03-01', '2027-03-02', 'phone', null), (${pupil}, '2027-04-01', '2027-04-02', 'phone', null),
      (${pupil}, '2028-06-29', '2028-06-30', 'phone', 'Fieber'), (${pupil}, '2028-07-06', '2028-07-06', 'phone', 'Husten'),
      (${pupil}, '2028-07-07', '2028-07-07', 'phone', 'zu spät'), (${pupil}, '2028-06-28', '2028-06-30', 'phone', null)`)
    return pupil
  }

  test('are counted by rule and day, and exactly they go in those nights', async () => {
    await plantNotes()
    const due = [
      { rule: 'sicknote_report', due_on: '2028-07-28', count: 1 },
      { rule: 'sicknote_report', due_on: '2028-08-03', count: 1 },
      { rule: 'sicknote', due_on: '2028-07-31', count: 2 },
    ]
    const reply = await read()
    expect(reply.sicknotes).toEqual(due)
    expect(reply.figures.filter(({ kind }) => kind === 'sicknote')).toEqual([
      { kind: 'sicknote', rule: 'sicknote_report', count: 2, first: '2028-07-28' },
      { kind: 'sicknote', rule: 'sicknote', count: 2, first: '2028-07-31' },
    ])
    school.goTo('2028-07-30')
    await tidySicknotes(school.app.platform)({})
    const left = () => rowsOf('select count(*)::int as notes, count(comment)::int as comments from pupil_sicknote')
    expect(await left()).toEqual([{ notes: 6, comments: 2 }])
    school.goTo('2028-08-03')
    await tidySicknotes(school.app.platform)({})
    expect(await left()).toEqual([{ notes: 4, comments: 1 }])
  })

  test('of a child on hold are not counted', async () => {
    const pupil = await plantNotes()
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-12-31')`)
    expect((await read()).sicknotes).toEqual([])
  })

  test('are no business of another school', async () => {
    await plantNotes()
    const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fow] })
    const stranger = await school.app.signedIn(id)
    expect(await read({}, stranger)).toEqual({ figures: [], held_figures: [], due: [], held: [], sicknotes: [] })
  })
})
