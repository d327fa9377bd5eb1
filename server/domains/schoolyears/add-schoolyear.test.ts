import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { schoolyearEndpoints as endpoints } from '#contract/schoolyears/schoolyears.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'

let school: StructureSchool
const list = async () => (await school.head.call(endpoints.list)).json()

describe('a new year that cannot be', () => {
  beforeAll(async () => {
    school = await openStructureSchool()
  })
  afterAll(() => school.app.stop())

  test.each<[string, Record<string, unknown>, Record<string, string[]>]>([
    [
      'a name of years that do not follow each other',
      { name: '2028/30' },
      { name: ['Bitte zwei aufeinanderfolgende Jahre angeben, zum Beispiel 2026/2027 oder 2026/27.'] },
    ],
    [
      'a name without centuries',
      { name: '28/29' },
      { name: ['Bitte zwei aufeinanderfolgende Jahre angeben, zum Beispiel 2026/2027 oder 2026/27.'] },
    ],
    ['a name of other years', { name: '2029/2030' }, { name: ['Die Bezeichnung passt nicht zu Beginn und Ende.'] }],
    ['an end before its start', { date_end: '2028-07-31' }, { date_end: ['Das Ende liegt vor dem Beginn.'] }],
    ['an end on its start', { date_end: '2028-08-01' }, { date_end: ['Das Ende liegt vor dem Beginn.'] }],
    [
      'a first school day before it',
      { first_school_day: '2028-07-31' },
      { first_school_day: ['Dieser Tag liegt nicht im Schuljahr.'] },
    ],
    [
      'a last school day after it',
      { last_school_day: '2029-08-01' },
      { last_school_day: ['Dieser Tag liegt nicht im Schuljahr.'] },
    ],
    [
      'its last school day before the first',
      { first_school_day: '2028-09-02', last_school_day: '2028-09-01' },
      { last_school_day: ['Der letzte Schultag liegt vor dem ersten.'] },
    ],
    [
      'an end of the half-year outside',
      { half_year_end: '2028-07-31' },
      { half_year_end: ['Dieser Tag liegt nicht im Schuljahr.'] },
    ],
    [
      'a form that closes without opening',
      { registration_until: '2028-01-01T00:00:00Z' },
      { registration_from: ['Bitte auch angeben, ab wann das Formular geöffnet ist.'] },
    ],
    [
      'a form that closes before it opens',
      { registration_from: '2028-01-01T00:00:01Z', registration_until: '2028-01-01T00:00:00Z' },
      { registration_until: ['Das Ende der Anmeldung liegt vor ihrem Beginn.'] },
    ],
    [
      'places of a year that is not there',
      { places_from: 987_654 },
      { places_from: ['Dieses Schuljahr gibt es nicht.'] },
    ],
  ])('is refused with %s', async (_what, wrong, errors) => {
    const reply = await school.addYear(school.yearForm(2028, wrong))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, errors])
    expect(await list()).toHaveLength(2)
  })

  test('is refused with the places of another school as with those of none', async () => {
    const foreign = await school.yearOf('2027/2028', school.fow)
    const reply = await school.addYear(school.yearForm(2028, { places_from: foreign.id }))
    expect(reply.json().errors).toEqual({ places_from: ['Dieses Schuljahr gibt es nicht.'] })
  })

  test('is refused under its name when there is one of that name', async () => {
    const reply = await school.addYear(school.yearForm(2027))
    expect(reply.json().errors).toEqual({
      name: ['Dieses Schuljahr gibt es schon.'],
      date_start: ['Überschneidet sich mit 2027/28.'],
    })
  })
})

describe('a new year', () => {
  beforeEach(async () => {
    school = await openStructureSchool()
  })
  afterEach(() => school.app.stop())

  test('is planned, takes the known free days and the places of another year', async () => {
    const planned = await school.yearOf('2027/2028')
    await insideSchool(school.app, school.fsw, async (tx) => {
      const grade = await tx.selectFrom('schoolgrade').select('id').where('grade', '=', 1).executeTakeFirstOrThrow()
      const row = { school_id: school.fsw, school_year_id: planned.id, schoolgrade_id: grade.id, places: 44 }
      await tx.insertInto('schoolgrade_capacity').values(row).execute()
    })
    const reply = await school.addYear(school.yearForm(2028, { takes_preset: true, places_from: planned.id }))
    expect(reply.statusCode, reply.body).toBe(201)
    const { id } = reply.json()
    expect(reply.json().message).toBe(
      'Das Schuljahr 2028/2029 ist angelegt. Die Ferien fehlen noch: Bitte tragen Sie sie ein.',
    )
    const year = await school.readYear(id)
    expect(year).toMatchObject({ state: 'planned', name: '2028/2029', first_school_day: null })
    expect(year.free_days.map(({ name }: { name: string }) => name)).toContain('Reformationstag')
    const places = await insideSchool(school.app, school.fsw, (tx) =>
      tx.selectFrom('schoolgrade_capacity').select('places').where('school_year_id', '=', id).execute(),
    )
    expect(places).toEqual([{ places: 44 }])
  })

  test('named in short is stored with its full name, and is the same year again', async () => {
    const { id } = (await school.addYear(school.yearForm(2028, { name: '2028/29' }))).json()
    expect((await school.readYear(id)).name).toBe('2028/2029')
    const again = await school.addYear(school.yearForm(2028, { name: '2028/29' }))
    expect(again.json().errors.name).toEqual(['Dieses Schuljahr gibt es schon.'])
    const change = await school.head.call(endpoints.change, {
      params: { id },
      body: { name: ' 2028 / 29', version: 1 },
    })
    expect(change.json().message).toBe('Es gab nichts zu ändern.')
  })

  test('takes no free days when they are not wanted', async () => {
    const { id } = (await school.addYear(school.yearForm(2028))).json()
    expect((await school.readYear(id)).free_days).toEqual([])
  })

  test('that contains today is active when none is, and one that is over is closed', async () => {
    await insideSchool(school.app, school.fsw, async (tx) => {
      await tx.deleteFrom('schoolclass').execute()
      await tx.deleteFrom('schoolyear').execute()
    })
    const state = async (startYear: number) =>
      (await school.readYear((await school.addYear(school.yearForm(startYear))).json().id)).state
    expect([await state(2026), await state(2025), await state(2027)]).toEqual(['active', 'closed', 'planned'])
  })

  test('may have its first and last days as bounds of everything', async () => {
    const bounds = { first_school_day: '2028-08-01', last_school_day: '2029-07-31', half_year_end: '2029-07-31' }
    expect((await school.addYear(school.yearForm(2028, bounds))).statusCode).toBe(201)
  })

  test('may begin the day after another ends, not on that day', async () => {
    const late = { date_start: '2028-07-31', date_end: '2029-07-30' }
    const reply = await school.addYear(school.yearForm(2028, late))
    expect([reply.statusCode, reply.json().errors]).toEqual([422, { date_start: ['Überschneidet sich mit 2027/28.'] }])
    expect((await school.addYear(school.yearForm(2028))).statusCode).toBe(201)
  })

  test('added twice at once is there once, and the second is refused', async () => {
    const replies = await Promise.all([school.addYear(school.yearForm(2028)), school.addYear(school.yearForm(2028))])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422])
    expect(await list()).toHaveLength(3)
  })

  test('does not see the years of another school', async () => {
    await school.addYear(school.yearForm(2028), school.stranger)
    expect((await school.addYear(school.yearForm(2028))).statusCode).toBe(201)
  })
})
