import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilChangeEndpoints } from '#contract/pupils/pupils.change.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationStatEndpoints } from '#contract/registrationstats/registrationstats.ts'
import { RESTRICTION_TEXTS } from '#contract/restrictions/restrictions.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { waitlistEndpoints } from '#contract/waitlists/waitlists.ts'
import { turnDay } from '#server/domains/rollovers/turn-day.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import { makeRolloverSchool, type RolloverSchool } from '#server/test/rollover-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openWaitlistSchool, type WaitlistSchool } from '#server/test/waitlist-school.ts'

describe('lists and imports', () => {
  let school: ImportSchool
  let calls: ReturnType<typeof restrictionsOf>
  let ids: Map<string, number>
  const rowsOf = <T extends object>(query: string) =>
    insideSchool(school.app, school.fsw, async (tx) => (await sql.raw<T>(query).execute(tx)).rows)
  beforeAll(async () => {
    school = await openImportSchool()
    calls = restrictionsOf(school.head)
    await school.importText(
      'Nachname;Vorname;Geburtsdatum;Klasse\nAhorn;Mia;1.3.2018;1a\nBuche;Jan;1.4.2018;1a\nEiche;Ute;1.5.2018;1a\n',
    )
    const found = await rowsOf<{ id: number; lastname: string }>('select id, lastname from pupil')
    ids = new Map(found.map(({ id, lastname }) => [lastname, id]))
    await calls.restrict('pupil', ids.get('Ahorn') ?? 0)
  })
  afterAll(() => school.app.stop())

  const list = async (query: Record<string, string | number> = {}) =>
    (await school.head.call(pupilEndpoints.list, { query: { per_page: 50, ...query } })).json()

  test('a list counts the rows that it has, also from stored counts', async () => {
    const queries: Record<string, string | number>[] = [{}, { search: 'a' }, { gender: 'f' }, { page: 1 }]
    for (const query of queries) {
      const { data, total } = await list(query)
      expect(total).toBe(data.length)
      expect(data.map(({ lastname }: { lastname: string }) => lastname)).not.toContain('Ahorn')
    }
    expect((await list()).total).toBe(2)
  })

  test('the numbers of the school and of its classes keep the child, every night as well', async () => {
    const numbers = async () => {
      const { total, byClass } = (await school.head.call(pupilStatsEndpoints.get)).json()
      const classes = (await school.head.call(schoolclassEndpoints.list)).json()
      const of = (rows: { classgradePlain: string; count?: number; pupil_count?: number }[]) => {
        const found = rows.find(({ classgradePlain }) => classgradePlain === '1a')
        return found?.count ?? found?.pupil_count
      }
      return [total, of(byClass), of(classes), (await list()).total]
    }
    expect(await numbers()).toEqual([3, 3, 3, 2])
    await turnDay(school.app.platform)({})
    expect(await numbers()).toEqual([3, 3, 3, 2])
  })

  test('years and grades count the child as before', async () => {
    const counts = async () => {
      const years = (await school.head.call(schoolyearEndpoints.list)).json()
      const grades = (await school.head.call(schoolgradeEndpoints.list)).json().schoolgrades
      return [
        years.map(({ usage, pupils }: { usage: object; pupils: number }) => [usage, pupils]),
        grades.map(({ usage }: { usage: object }) => usage),
      ]
    }
    const restricted = await counts()
    await calls.release('pupil', ids.get('Ahorn') ?? 0)
    expect(restricted).toEqual(await counts())
    expect(JSON.stringify(restricted)).toContain('"memberships":3')
    await calls.restrict('pupil', ids.get('Ahorn') ?? 0)
  })

  test('an import neither changes the child nor records it twice, by name or by number', async () => {
    const [{ pupil_number } = { pupil_number: '' }] = await rowsOf<{ pupil_number: string }>(
      `select pupil_number from pupil where lastname = 'Buche'`,
    )
    await calls.restrict('pupil', ids.get('Buche') ?? 0)
    const text = `Nachname;Vorname;Geburtsdatum;SuS-Nummer\nAhorn;Mia;1.3.2018;\nFremd;Kind;2.2.2018;${pupil_number}\n`
    const { id } = await school.upload('a.csv', Buffer.from(text))
    await school.check(id)
    const rows = await school.rowsOf(id)
    expect(rows.map(({ verdict, matches }) => [verdict, matches])).toEqual([
      ['error', []],
      ['error', []],
    ])
    expect(JSON.stringify(rows)).toContain(RESTRICTION_TEXTS.notHere)
    await calls.release('pupil', ids.get('Buche') ?? 0)
  })

  test('nobody enters the child a second time, not even on purpose', async () => {
    const [grade] = await rowsOf<{ id: number }>('select id from schoolgrade order by grade')
    const body = {
      firstname: 'Mia',
      lastname: 'Ahorn',
      gender: 'f',
      birthdate: '2018-03-01',
      date_entry: '2026-11-23',
      schoolgrade_id: grade?.id,
      schoolclass_id: null,
      zip: null,
      guardians: [],
      known_guardians: [],
    }
    const add = (force: boolean) =>
      school.head.call(pupilChangeEndpoints.add, {
        body: { ...body, force },
        headers: { 'idempotency-key': crypto.randomUUID() },
      })
    for (const force of [false, true]) {
      const reply = await add(force)
      expect([reply.statusCode, reply.json()]).toEqual([409, { message: RESTRICTION_TEXTS.notHere }])
    }
    // After the lifting it is a child like others, which may be entered twice on purpose.
    await calls.release('pupil', ids.get('Ahorn') ?? 0)
    const twin = await add(true)
    expect(twin.statusCode, twin.body).toBe(201)
    await rowsOf(`delete from pupil where lastname = 'Ahorn' and id <> ${ids.get('Ahorn')}`)
    await calls.restrict('pupil', ids.get('Ahorn') ?? 0)
  })

  test('a class is not deleted while a restricted child sits in it, and the status changes on its day', async () => {
    const others = ['Buche', 'Eiche'].map((name) => ids.get(name)).join()
    const [{ schoolclass_id } = { schoolclass_id: 0 }] = await rowsOf<{ schoolclass_id: number }>(
      `delete from pupil_schoolclass where pupil_id in (${others}) returning schoolclass_id`,
    )
    const removed = await school.head.call(schoolclassEndpoints.remove, { params: { id: schoolclass_id } })
    expect(removed.statusCode).toBe(422)
    await calls.release('pupil', ids.get('Ahorn') ?? 0)
    await rowsOf(`update pupil set date_exit = '2026-11-20' where lastname = 'Ahorn'`)
    await calls.restrict('pupil', ids.get('Ahorn') ?? 0)
    school.app.setNow(new Date('2026-11-21T01:00:00+01:00'))
    await turnDay(school.app.platform)({})
    await calls.release('pupil', ids.get('Ahorn') ?? 0)
    expect(await rowsOf(`select status from pupil where lastname = 'Ahorn'`)).toEqual([{ status: 'left' }])
  })
})

describe('waiting lists', () => {
  let school: WaitlistSchool
  beforeAll(async () => {
    school = await openWaitlistSchool()
  })
  afterAll(() => school.app.stop())

  test('ranks stay 1…n around a restricted application, which keeps its place', async () => {
    const calls = restrictionsOf(school.head)
    const grade = school.nextGrade()
    const ids: number[] = []
    for (let n = 0; n < 4; n += 1) ids.push(await school.wait({ grade }))
    const [a = 0, b = 0, c = 0, d = 0] = ids
    const numbers = async () => [
      (await school.head.call(waitlistEndpoints.capacities, { query: { school_year_id: school.year } })).json().grades,
      (await school.head.call(registrationStatEndpoints.get, { query: { school_year_id: school.year } })).json().counts,
    ]
    const before = await numbers()
    await calls.restrict('registration', b)
    expect(await numbers()).toEqual(before)
    expect(
      (await school.list(grade)).rows.map(({ id, wait_rank }: { id: number; wait_rank: number }) => [id, wait_rank]),
    ).toEqual([
      [a, 1],
      [c, 3],
      [d, 4],
    ])
    expect((await school.move(d, { from_rank: 4, to_rank: 3 })).statusCode).toBe(200)
    expect((await school.setStatus(a, 'rejected')).statusCode).toBe(200)
    const late = await school.wait({ grade })
    await calls.release('registration', b)
    expect(await school.order(grade)).toEqual({ ids: [b, d, c, late], isGapless: true })
  })
})

describe('the year change', () => {
  let app: TestApp
  let school: RolloverSchool
  beforeAll(async () => {
    app = await startTestApp()
    school = await makeRolloverSchool(app)
    await school.addClass({ grade: 5, description: 'a' })
    await school.addClass({ grade: 6, description: 'a' })
  })
  afterAll(() => app.stop())

  test('a restricted child waits, and is moved by a second change', async () => {
    const calls = restrictionsOf(school.head)
    const [seen, hidden] = [await school.addPupil({ from: '5a' }), await school.addPupil({ from: '5a' })]
    await calls.restrict('pupil', hidden)
    expect((await school.rehearse()).counts).toMatchObject({ moved: 1 })
    expect((await school.commit()).statusCode).toBe(201)
    expect(await school.memberships(seen)).toHaveLength(2)
    expect(await school.memberships(hidden)).toHaveLength(1)
    expect((await school.list()).pending).toBe(0)
    await calls.release('pupil', hidden)
    expect((await school.list()).pending).toBe(1)
    await school.commit()
    expect((await school.memberships(hidden))[1]).toBe('6a 2027-08-01– rollover')
  })

  test('undoing the change takes a child back that was restricted meanwhile', async () => {
    const calls = restrictionsOf(school.head)
    const child = await school.addPupil({ from: '5a' })
    const committed = await school.commit()
    await calls.restrict('pupil', child)
    const undone = await school.undo(committed.json().id)
    expect(undone.statusCode, undone.body).toBe(200)
    expect(await school.memberships(child)).toEqual(['5a 2026-08-01– entry'])
  })
})
