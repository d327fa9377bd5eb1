import { afterAll, beforeAll, expect, test } from 'vitest'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { listedTexts } from '#contract/pupils/listed-texts.ts'
import { type PupilList, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { statementsOf } from '#server/test/sent-statements.ts'

const EVERY = LISTED_COLUMNS.join(',')

let school: ClassSchool
let mia: number

beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  const one = { firstname: 'Mia', lastname: 'A', grade: 3, schoolclass: 'a', birthdate: '2017-11-20' }
  mia = await makePupil(app, fsw, one)
  // This pupil comes of age on the day of the test.
  const grown = await makePupil(app, fsw, { firstname: 'Grown', lastname: 'B', birthdate: '2008-11-20' })
  await insideSchool(app, fsw, async (tx) => {
    await tx
      .updateTable('pupil')
      .set({ swim_level: 'bronze', afterschool_days: ['mo', 'tu'] })
      .where('id', '=', mia)
      .execute()
    const person = async (firstname: string, position: number, pupils: readonly number[]) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname, lastname: 'Kaminski', phone_mobile: '+491705550123' })
        .returning('id')
        .executeTakeFirstOrThrow()
      for (const pupil_id of pupils) {
        const link = { school_id: fsw, pupil_id, guardian_id: id, relationship: 'mother', has_custody: true, position }
        await tx.insertInto('pupil_guardian').values(link).execute()
      }
    }
    await person('Jan', 2, [mia, grown])
    await person('Olga', 1, [mia])
  })
})
afterAll(() => school.app.stop())

const page = async (query: Record<string, string | number>) => {
  const reply = await school.head.call(pupilEndpoints.list, { query })
  expect(reply.statusCode, reply.body).toBe(200)
  return reply.json() as PupilList
}
const textsOf = async (columns: string) => {
  const { data, listed = { columns: [], values: '[]' } } = await page({ columns })
  const texts = listedTexts(listed)
  return Object.fromEntries(data.map(({ firstname }, index) => [firstname, texts[index]]))
}

test('further columns travel as values, in an order that the page says', async () => {
  const { listed } = await page({ columns: 'age,swim_level,guardian1_phone,repeats,afterschool_days', search: 'mia' })
  expect(listed?.columns).toEqual(['swim_level', 'afterschool_days', 'age', 'guardian1_phone', 'repeats'])
  expect(JSON.parse(listed?.values ?? '')).toEqual([['bronze', ['mo', 'tu'], 9, '+491705550123', false]])
  expect(await page({})).not.toHaveProperty('listed')
  expect((await page({ columns: 'age', search: 'nobody' })).listed?.values).toBe('[]')
})

test('people stand in the row of their child, on a later page, in another order and for a search by class', async () => {
  const named = async (query: Record<string, string | number>) => {
    const { data, listed = { columns: [], values: '[]' } } = await page({ columns: 'guardian1,custody', ...query })
    const texts = listedTexts(listed)
    return data.map(({ firstname }, index) => [firstname, texts[index]?.guardian1, texts[index]?.custody])
  }
  const [ofMia, ofGrown] = [
    ['Mia', 'Olga Kaminski', 'mehrere Personen'],
    ['Grown', undefined, 'eine Person'],
  ]
  expect(await named({})).toEqual([ofMia, ofGrown])
  expect(await named({ sort: '-lastname' })).toEqual([ofGrown, ofMia])
  expect(await named({ sort: '-schoolclass', per_page: 1, page: 2 })).toEqual([ofGrown])
  expect(await named({ search: 'mia 3a' })).toEqual([ofMia])
})

test('every column is read with the page: no statement more than without', async () => {
  const [few, every] = [await statementsOf(() => page({})), await statementsOf(() => page({ columns: EVERY }))]
  expect(few.texts.length).toBeGreaterThan(1)
  expect(every.texts.length).toBe(few.texts.length)
})

test('parents stand in their order, and those of a pupil who is of age are not informed', async () => {
  const texts = await textsOf('guardian1,guardian2,custody')
  expect(texts.Mia).toEqual({ guardian1: 'Olga Kaminski', guardian2: 'Jan Kaminski', custody: 'mehrere Personen' })
  expect(texts.Grown).toEqual({ custody: 'eine Person' })
})

test('a pupil who was in the same grade a year ago repeats it', async () => {
  const { app, fsw } = school
  expect((await textsOf('repeats')).Mia).toEqual({ repeats: 'nein' })
  await insideSchool(app, fsw, async (tx) => {
    const year = { school_id: fsw, name: '2025/2026', date_start: '2025-08-01', date_end: '2026-07-31' }
    const { id } = await tx
      .insertInto('schoolyear')
      .values({ ...year, half_year_end: '2026-01-31', state: 'closed' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const now = await tx
      .selectFrom('pupil_schoolclass')
      .selectAll()
      .where('pupil_id', '=', mia)
      .executeTakeFirstOrThrow()
    const { schoolgrade_id, reason, pupil_id } = now
    const dates = { date_start: '2025-08-01', date_end: '2026-07-31' }
    await tx
      .insertInto('pupil_schoolclass')
      .values({ school_id: fsw, pupil_id, school_year_id: id, schoolgrade_id, reason, ...dates })
      .execute()
  })
  expect((await textsOf('repeats')).Mia).toEqual({ repeats: 'ja' })
})
