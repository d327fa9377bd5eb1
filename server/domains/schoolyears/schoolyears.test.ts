import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { schoolyearEndpoints as endpoints } from '#contract/schoolyears/schoolyears.ts'
import { makeApplication, makeMembership, makePupil } from '#server/test/child-factories.ts'
import { insideSchool } from '#server/test/factories.ts'
import { openStructureSchool, type StructureSchool } from '#server/test/structure-school.ts'

let school: StructureSchool
beforeEach(async () => {
  school = await openStructureSchool()
})
afterEach(() => school.app.stop())

const list = async () => (await school.head.call(endpoints.list)).json()
const change = (id: number, body: object) => school.head.call(endpoints.change, { params: { id }, body })
const remove = (id: number, visitor = school.head) => visitor.call(endpoints.remove, { params: { id } })
const activate = (id: number, visitor = school.head) => visitor.call(endpoints.activate, { params: { id } })

describe('the list', () => {
  test('has the newest year first, with what uses it, its school days and whether its form is open', async () => {
    await makeApplication(school.app, school.fsw)
    await makePupil(school.app, school.fsw, { grade: 1 })
    const years = await list()
    expect(years.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['2027/2028', 'planned'],
      ['2026/2027', 'active'],
    ])
    expect(years[0]).toMatchObject({
      is_registration_open: true,
      usage: { schoolclasses: 12, memberships: 0, registrations: 1 },
    })
    expect(years[1]).toMatchObject({
      is_registration_open: false,
      usage: { schoolclasses: 12, memberships: 1, registrations: 0 },
    })
  })

  test('counts each child of a year once, neither those in the bin nor those who left the running year', async () => {
    const { id } = await school.yearOf('2026/2027')
    const before = (await school.readYear(id)).pupils
    const child = { grade: 1, date_end: '2026-10-01' }
    const moved = await makePupil(school.app, school.fsw, child)
    await makeMembership(school.app, school.fsw, { id: moved, grade: 1, date_start: '2026-10-02' })
    await makePupil(school.app, school.fsw, { ...child, status: 'left' })
    const binned = await makePupil(school.app, school.fsw, { grade: 1 })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('pupil').set({ deleted_at: '2026-11-01T00:00:00Z' }).where('id', '=', binned).execute(),
    )
    expect((await school.readYear(id)).pupils).toBe(before + 1)
  })

  test('counts the school days of Brandenburg 2026/2027 as 97 and 89', async () => {
    const { id } = await school.yearOf('2026/2027')
    const { free_days } = (await school.head.call(endpoints.presetFreeDays, { params: { id } })).json()
    await school.head.call(endpoints.saveFreeDays, { params: { id }, body: { free_days } })
    expect((await school.readYear(id)).school_days).toEqual({ first_half: 97, second_half: 89 })
  })

  test.each([
    ['2026-11-20T06:40:00Z', null, true],
    ['2026-11-20T06:40:00.001Z', null, false],
    ['2026-11-19T00:00:00Z', '2026-11-20T06:40:00Z', false],
    ['2026-11-19T00:00:00Z', '2026-11-20T06:40:01Z', true],
    [null, null, false],
  ])('a form open from %s until %s is open now: %s', async (registration_from, registration_until, isOpen) => {
    const { id } = await school.yearOf('2027/2028')
    await change(id, { registration_from, registration_until })
    expect((await school.readYear(id)).is_registration_open).toBe(isOpen)
  })
})

describe('changing a year', () => {
  test('changes what is sent and logs which fields', async () => {
    const { id } = await school.yearOf('2027/2028')
    const reply = await change(id, { first_school_day: '2027-08-16', date_start: '2027-08-01' })
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Die Änderungen sind gespeichert.'])
    expect(await school.readYear(id)).toMatchObject({ first_school_day: '2027-08-16', version: 2 })
    expect((await school.logOf('schoolyear')).at(-1)).toMatchObject({
      action: 'schoolyear_updated',
      changed_fields: ['first_school_day'],
    })
  })

  test('with what is stored already changes nothing', async () => {
    const year = await school.yearOf('2027/2028')
    const form = { name: year.name, registration_until: new Date(year.registration_until ?? 0).toISOString() }
    expect((await change(year.id, form)).json().message).toBe('Es gab nichts zu ändern.')
    expect((await school.readYear(year.id)).version).toBe(1)
  })

  test('is refused when one of these fields was changed since, with who did it and what is stored', async () => {
    const { id } = await school.yearOf('2027/2028')
    await change(id, { half_year_end: '2028-01-28', version: 1 })
    const late = await change(id, { half_year_end: '2028-01-27', version: 1 })
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({ version: 2, half_year_end: '2028-01-28', changed_by: expect.any(String) })
    expect((await change(id, { first_school_day: '2027-08-16', version: 1 })).statusCode).toBe(200)
  })

  test('is refused when it would meet another year, or leave the bounds of what is in it', async () => {
    const { id } = await school.yearOf('2027/2028')
    const overlap = await change(id, { date_start: '2027-07-31' })
    expect(overlap.json().errors).toEqual({ date_start: ['Überschneidet sich mit 2026/27.'] })
    const free_days = [{ name: 'Ferien', kind: 'holiday', date_start: '2027-08-01', date_end: '2027-08-14' }]
    await school.head.call(endpoints.saveFreeDays, { params: { id }, body: { free_days } })
    const cut = await change(id, { date_start: '2027-08-02' })
    expect(cut.json().errors).toEqual({ date_start: ['Schulfreie Tage liegen dann außerhalb des Schuljahrs.'] })
  })

  test('is refused while memberships lie outside the new bounds, on the day', async () => {
    const { id } = await school.yearOf('2026/2027')
    await makePupil(school.app, school.fsw, { grade: 1 })
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('pupil_schoolclass').set({ date_start: '2026-08-10', date_end: '2027-07-20' }).execute(),
    )
    const text = 'Klassenzugehörigkeiten liegen dann außerhalb des Schuljahrs.'
    expect((await change(id, { date_start: '2026-08-11' })).json().errors).toEqual({ date_start: [text] })
    expect((await change(id, { date_end: '2027-07-19' })).json().errors).toEqual({ date_end: [text] })
    expect((await change(id, { date_start: '2026-08-10', date_end: '2027-07-20' })).statusCode).toBe(200)
  })

  test('two at once into the same days: one is refused', async () => {
    const [{ id: a }, { id: b }] = [
      (await school.addYear(school.yearForm(2030))).json(),
      (await school.addYear(school.yearForm(2029))).json(),
    ]
    const replies = await Promise.all([
      change(a, { date_start: '2030-07-15' }),
      change(b, { date_end: '2030-07-31', half_year_end: '2030-01-30' }),
      change(b, { name: '2029/2030', date_start: '2029-07-31' }),
    ])
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([422, 200, 200])
  })

  test('of another school is not found', async () => {
    const { id } = await school.yearOf('2027/2028', school.fow)
    for (const reply of [
      await change(id, { half_year_end: '2028-01-28' }),
      await remove(id),
      await activate(id),
      await school.head.call(endpoints.get, { params: { id } }),
      await school.head.call(endpoints.saveFreeDays, { params: { id }, body: { free_days: [] } }),
      await school.head.call(endpoints.presetFreeDays, { params: { id } }),
      await school.head.call(endpoints.readFreeDays, { params: { id }, body: { content: '' } }),
    ])
      expect([reply.statusCode, reply.json()]).toEqual([404, { message: 'Der Eintrag wurde nicht gefunden.' }])
  })
})

describe('deleting a year', () => {
  test('takes its free days and places along', async () => {
    const { id } = (await school.addYear(school.yearForm(2028, { takes_preset: true }))).json()
    const reply = await remove(id)
    expect([reply.statusCode, reply.json().message]).toEqual([200, 'Das Schuljahr 2028/2029 ist gelöscht.'])
    expect(await list()).toHaveLength(2)
    expect((await remove(id)).statusCode).toBe(404)
  })

  test('is refused for the active one, and while classes, memberships or applications use it', async () => {
    const active = await school.yearOf('2026/2027')
    const planned = await school.yearOf('2027/2028')
    expect((await remove(active.id)).json().message).toBe('Das aktive Schuljahr kann nicht gelöscht werden.')
    const inUse = { message: 'Das Schuljahr wird noch verwendet.', errors: {} }
    expect((await remove(planned.id)).json()).toEqual(inUse)
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.deleteFrom('schoolclass').where('school_year_id', '=', planned.id).execute(),
    )
    await makeApplication(school.app, school.fsw)
    expect((await remove(planned.id)).json()).toEqual(inUse)
    // In the bin it still refers to its year.
    await insideSchool(school.app, school.fsw, (tx) =>
      tx.updateTable('registration').set({ deleted_at: '2026-11-20T00:00:00Z' }).execute(),
    )
    expect((await remove(planned.id)).json()).toEqual(inUse)
    await insideSchool(school.app, school.fsw, (tx) => tx.deleteFrom('registration').execute())
    expect((await remove(planned.id)).statusCode).toBe(200)
  })
})
