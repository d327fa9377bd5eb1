import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { insertMembership } from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let viewer: TestVisitor
let teacher: TestVisitor
let comes: number
const years: Record<string, number> = {}

beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  viewer = await school.signIn('viewer')
  const mia = await makePupil(app, fsw, { firstname: 'Mia', lastname: 'Berg', grade: 3, schoolclass: 'a' })
  const ben = await makePupil(app, fsw, {
    ...{ firstname: 'Ben', lastname: 'Mia', gender: 'm', grade: 3, schoolclass: 'b', birthdate: '2017-11-20' },
    ...{ phone: '+49 331 98765-43', city: 'Potsdam' },
  })
  await makePupil(app, fsw, { firstname: 'Cleo', lastname: 'Dachs', gender: 'd', birthdate: '2017-11-30' })
  await makePupil(app, fsw, { firstname: 'Weg', lastname: 'Fort', status: 'left', grade: 3, schoolclass: 'a' })
  comes = await makePupil(app, fsw, { firstname: 'Künftig', lastname: 'Neu', status: 'upcoming' })
  const fox = await school.makeMixed(1, 2)
  const fuchs = await makePupil(app, fsw, { firstname: 'Emil', lastname: 'Eule', gender: 'm' })
  const next = await school.classOf('1a', { year: '2027/2028' })
  const grade_id = await school.gradeId(1)
  await insideSchool(app, fsw, async (tx) => {
    for (const { id, name } of await tx.selectFrom('schoolyear').select(['id', 'name']).execute()) years[name] = id
    const entry = { school_id: fsw, schoolgrade_id: grade_id, reason: 'entry' }
    const [now = 0, later = 0] = [years['2026/2027'], years['2027/2028']]
    await insertMembership(tx, {
      ...entry,
      pupil_id: fuchs,
      schoolclass_id: fox,
      school_year_id: now,
      date_start: '2026-08-01',
    })
    await insertMembership(tx, {
      ...entry,
      pupil_id: comes,
      schoolclass_id: next,
      school_year_id: later,
      date_start: '2027-08-01',
    })
    await tx.updateTable('pupil').set({ date_entry: '2027-08-01' }).where('id', '=', comes).execute()
    const address = { street: 'Am Anger', zip: '15999', city: 'Wald' }
    await tx.updateTable('pupil').set(address).where('id', '=', mia).execute()
    const guardian = async (pupil_id: number, person: Record<string, string>, has_custody: boolean) => {
      const row = { school_id: fsw, firstname: 'Olga', lastname: 'Kaminski', ...person }
      const { id } = await tx.insertInto('guardian').values(row).returning('id').executeTakeFirstOrThrow()
      const link = { school_id: fsw, pupil_id, guardian_id: id, relationship: 'mother', has_custody }
      await tx.insertInto('pupil_guardian').values(link).execute()
    }
    await guardian(mia, { phone_mobile: '0170 5550123', mail: 'olga@example.org' }, true)
    await guardian(ben, { phone_home: '030 444555', lastname: 'Andere' }, false)
    await tx
      .insertInto('pupil_contact_person')
      .values({ school_id: fsw, pupil_id: ben, firstname: 'Oma', lastname: 'Wünsche', phone: '0160 777888' })
      .execute()
  })
  const { employee, browser } = await school.makeTeacher()
  await giveClass(app, fsw, { employee, schoolclass: await school.classOf('3a') })
  teacher = browser
})
afterAll(() => school.app.stop())

type Query = Record<string, string | number>
const names = async (query: Query, visitor = school.head) => {
  const reply = await visitor.call(pupilEndpoints.list, { query })
  expect(reply.statusCode).toBe(200)
  const { data, total } = reply.json()
  expect(total).toBe(data.length)
  return data.map(({ firstname }: { firstname: string }) => firstname) as string[]
}
const found = (search: string, visitor = school.head) => names({ search }, visitor)

describe('the search', () => {
  test.each([
    ['3a', ['Mia']],
    ['3', ['Mia', 'Ben']],
    ['mia 3a', ['Mia']],
    ['3b mia', ['Ben']],
    ['FÜCHSE', ['Emil']],
    ['fuchse emil', ['Emil']],
    ['1/2 füchse', ['Emil']],
    ['1a neu', ['Künftig']],
    ['mia 4a', []],
  ])('finds classes, in any order with names: %s', async (search, expected) => {
    expect(await found(search)).toEqual(expected)
    expect(await found(search, viewer)).toEqual(expected)
  })

  test.each([
    ['potsdam', ['Ben']],
    ['0331 9876543', ['Ben']],
    ['0331/98765-43', ['Ben']],
    ['0049 331 9876543', ['Ben']],
    ['+49 (0)331 98765 43', ['Ben']],
    ['9876543', ['Ben']],
    ['mia 0331 98765', ['Ben']],
    ['mia 0170 5550123', ['Mia']],
    ['kaminski', ['Mia']],
    ['olga 3a', ['Mia']],
    ['wunsche oma', ['Ben']],
    ['0160 777', ['Ben']],
    ['444555 3b', ['Ben']],
  ])(
    'finds town, phone, guardian and contact person however typed, only for who may see them: %s',
    async (search, who) => {
      expect(await found(search)).toEqual(who)
      expect(await found(search, viewer)).toEqual([])
    },
  )

  test.each([
    ['fuchs', { lastname: 'Fuchs', firstname: 'Fuchsig' }],
    ['3a', { lastname: '3A Erfinder', firstname: 'Drei' }],
  ])('finds pupils named like a class and pupils in it: %s', async (search, named) => {
    const before = await found(search)
    const id = await makePupil(school.app, school.fsw, named)
    const after = await found(search)
    await insideSchool(school.app, school.fsw, async (tx) => {
      await tx.updateTable('pupil').set({ deleted_at: new Date().toISOString() }).where('id', '=', id).execute()
    })
    expect(after.toSorted()).toEqual([...before, named.firstname].toSorted())
  })

  test('of a teacher stays within the attached classes', async () => {
    expect(await found('mia', teacher)).toEqual(['Mia'])
    expect(await found('3b', teacher)).toEqual([])
    expect(await found('0331 9876543', teacher)).toEqual([])
    expect(await found('olga', teacher)).toEqual(['Mia'])
  })
})

describe('filters', () => {
  test('a school year shows who belongs to it with the class of its day', async () => {
    const [now = 0, later = 0] = [years['2026/2027'], years['2027/2028']]
    expect(await names({ school_year_id: now, schoolgrade: 3 })).toEqual(['Mia', 'Weg', 'Ben'])
    expect(await names({ school_year_id: later })).toEqual(['Künftig'])
    const nextClass = await school.classOf('1a', { year: '2027/2028' })
    expect(await names({ school_year_id: later, schoolclass_id: nextClass })).toEqual(['Künftig'])
    expect(await names({ status: 'upcoming', schoolclass_id: nextClass })).toEqual(['Künftig'])
    expect(await names({ school_year_id: later, search: '1a' })).toEqual(['Künftig'])
    const unknown = await school.head.call(pupilEndpoints.list, { query: { school_year_id: 987_654 } })
    expect(unknown.statusCode).toBe(422)
  })

  test('gaps: contact, mail, address, custody; one of them is enough', async () => {
    expect(await names({ missing: 'contact' })).toEqual(['Cleo', 'Emil'])
    expect(await names({ missing: 'mail' })).toEqual(['Cleo', 'Emil', 'Ben'])
    expect(await names({ missing: 'address' })).toEqual(['Cleo', 'Emil', 'Ben'])
    expect(await names({ missing: 'custody' })).toEqual(['Cleo', 'Emil', 'Ben'])
    expect(await names({ missing: 'contact,address', gender: 'm' })).toEqual(['Emil', 'Ben'])
  })

  test('who is away on this day; cancelled notes, refused leaves and other days do not count', async () => {
    const { data } = (await school.head.call(pupilEndpoints.list, { query: {} })).json()
    const idOf = (name: string): number =>
      data.find(({ firstname }: { firstname: string }) => firstname === name)?.id ?? 0
    await insideSchool(school.app, school.fsw, async (tx) => {
      const note = { school_id: school.fsw, reason: 'sick', source: 'phone' }
      const today = { date_start: '2026-11-19', date_end: '2026-11-20' }
      const notes = [
        { ...note, ...today, pupil_id: idOf('Mia') },
        { ...note, ...today, pupil_id: idOf('Ben') },
        { ...note, ...today, pupil_id: idOf('Cleo'), cancelled_at: '2026-11-20T06:00:00Z' },
        {
          ...{ ...note, ...today, pupil_id: idOf('Cleo'), reason: 'leave' },
          ...{ leave_decision: 'refused', leave_applied_at: '2026-11-18' },
        },
        { ...note, date_start: '2026-11-23', date_end: '2026-11-23', pupil_id: idOf('Emil') },
      ]
      for (const one of notes) await tx.insertInto('pupil_sicknote').values(one).execute()
    })
    expect(await names({ away: 'true' })).toEqual(['Mia', 'Ben'])
    expect(await names({ away: 'true' }, teacher)).toEqual(['Mia'])
    expect(await names({ away: 'true', gender: 'd' })).toEqual([])
  })

  test('the month of birth', async () => {
    expect(await names({ birth_month: 11 })).toEqual(['Cleo', 'Ben'])
    expect((await school.head.call(pupilEndpoints.list, { query: { birth_month: 13 } })).statusCode).toBe(422)
  })

  test('viewers who see no birth dates and contacts can neither filter nor sort by them', async () => {
    const field = async (query: Query) =>
      Object.keys((await viewer.call(pupilEndpoints.ids, { query })).json().errors ?? {})
    expect(await field({ birth_month: 11 })).toEqual(['birth_month'])
    expect(await field({ missing: 'custody' })).toEqual(['missing'])
    expect(await field({ sort: 'birthdate' })).toEqual(['sort'])
    expect((await teacher.call(pupilEndpoints.list, { query: { bin: 'true' } })).statusCode).toBe(403)
  })
})

describe('ids', () => {
  test.each<Query>([
    {},
    { sort: '-schoolclass' },
    { sort: 'schoolgrade,firstname' },
    { search: 'mia' },
    { status: 'left,upcoming' },
    { missing: 'mail' },
  ])('are those of the list, all of them and in its order: %o', async (query) => {
    const { data } = (await school.head.call(pupilEndpoints.list, { query: { ...query, per_page: 0 } })).json()
    const { ids } = (await school.head.call(pupilEndpoints.ids, { query })).json()
    expect(ids).toEqual(data.map(({ id }: { id: number }) => id))
    expect(ids.length).toBeGreaterThan(0)
  })
})

test('school years to filter by: planned and active ones before closed ones', async () => {
  await school.setYearState('2026/2027', 'closed')
  const { schoolyears } = (await viewer.call(pupilEndpoints.formOptions)).json()
  await school.setYearState('2026/2027', 'active')
  expect(schoolyears).toEqual([
    { id: years['2027/2028'], name: '2027/2028', state: 'planned' },
    { id: years['2026/2027'], name: '2026/2027', state: 'closed' },
  ])
})
