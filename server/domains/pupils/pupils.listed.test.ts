import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LISTED_COLUMNS } from '#contract/pupils/listed-fields.ts'
import { listedTexts } from '#contract/pupils/listed-texts.ts'
import { type PupilList, pupilEndpoints } from '#contract/pupils/pupils.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let viewer: TestVisitor
let teacher: TestVisitor
const ids: Record<string, number> = {}

const RECORDS = {
  Mia: {
    ...{ afterschool_care: 'short', afterschool_days: ['mo', 'tu'], may_go_home_alone: true, swim_level: 'bronze' },
    ...{ nationalities: ['UKR', 'DEU'], family_language: 'uk', city: 'Werder (Havel)', immigration_year: 2022 },
    foreign_languages: JSON.stringify([{ language: 'en', since_grade: 3, until_grade: null }]),
  },
  Ben: { afterschool_care: 'long', afterschool_days: ['we'], may_go_home_alone: false, swim_level: 'none' },
  Cleo: { afterschool_care: 'none', measles_proof_seen_at: '2026-08-20', city: 'Potsdam' },
  Hidden: { afterschool_care: 'short', afterschool_days: ['tu'], city: 'Werder (Havel)' },
}

beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  viewer = await school.signIn('viewer')
  ids.Mia = await makePupil(app, fsw, {
    firstname: 'Mia',
    lastname: 'A',
    grade: 3,
    schoolclass: 'a',
    birthdate: '2017-11-20',
  })
  ids.Ben = await makePupil(app, fsw, {
    firstname: 'Ben',
    lastname: 'B',
    grade: 3,
    schoolclass: 'b',
    birthdate: '2017-11-21',
  })
  ids.Cleo = await makePupil(app, fsw, { firstname: 'Cleo', lastname: 'C', grade: 3, schoolclass: 'b' })
  ids.Hidden = await makePupil(app, fsw, { firstname: 'Hidden', lastname: 'D', grade: 3, schoolclass: 'a' })
  const elsewhere = await makePupil(app, school.fow, { firstname: 'Fremd', lastname: 'E' })
  await insideSchool(app, school.fow, (tx) =>
    tx
      .updateTable('pupil')
      .set({ afterschool_care: 'short', afterschool_days: ['tu'] })
      .where('id', '=', elsewhere)
      .execute(),
  )
  await insideSchool(app, fsw, async (tx) => {
    for (const [name, record] of Object.entries(RECORDS))
      await tx
        .updateTable('pupil')
        .set(record)
        .where('id', '=', ids[name] ?? 0)
        .execute()
    const family = async (pupil_id: number, person: Record<string, string>, link: Record<string, unknown>) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname: 'Olga', lastname: 'Kaminski', ...person })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('pupil_guardian')
        .values({ school_id: fsw, pupil_id, guardian_id: id, relationship: 'mother', has_custody: true, ...link })
        .execute()
      return id
    }
    const [mia = 0, ben = 0] = [ids.Mia, ids.Ben]
    const olga = await family(
      mia,
      { phone_mobile: '+491705550123', mail: 'olga@example.org' },
      { position: 1, emergency_priority: 2 },
    )
    const jan = await family(mia, { firstname: 'Jan', phone_home: '+4930444555' }, { position: 2 })
    await family(ben, {}, { has_custody: false, position: 1 })
    ids.uwe = await family(ben, { firstname: 'Uwe' }, { position: 2 })
    Object.assign(ids, { olga, jan })
    await tx
      .insertInto('pupil_contact_person')
      .values({
        school_id: fsw,
        pupil_id: mia,
        firstname: 'Oma',
        lastname: 'Wünsche',
        phone: '+49160777888',
        is_emergency: true,
        priority: 1,
      })
      .execute()
    const consent = {
      school_id: fsw,
      purpose: 'photo_website',
      text_version: '2026-11',
      decision: 'granted',
      method: 'paper',
      given_at: '2026-09-01',
    }
    await tx
      .insertInto('consent')
      .values({ ...consent, pupil_id: mia, given_by_guardian_ids: [olga, jan] })
      .execute()
    await tx
      .insertInto('consent')
      .values({ ...consent, pupil_id: ben, given_by_guardian_ids: [ids.uwe] })
      .execute()
    await tx.insertInto('restriction').values({ school_id: fsw, pupil_id: ids.Hidden, reason: 'Widerspruch' }).execute()
  })
  const made = await school.makeTeacher()
  await giveClass(app, fsw, { employee: made.employee, schoolclass: await school.classOf('3a') })
  teacher = made.browser
})
afterAll(() => school.app.stop())

interface Reply {
  data: { firstname: string; listed?: Record<string, string> }[]
  total: number
}
const list = async (query: Record<string, string | number>, visitor = school.head) =>
  visitor.call(pupilEndpoints.list, { query })
const rows = async (query: Record<string, string | number>, visitor = school.head) => {
  const reply = await list(query, visitor)
  expect(reply.statusCode, reply.body).toBe(200)
  const { data: all, total, listed }: PupilList = reply.json()
  const texts = listed && listedTexts(listed)
  const data = all.map((row, index) => ({ ...row, ...(texts && { listed: texts[index] }) }))
  return { data, total } as Reply
}
const names = async (filter: string, visitor = school.head) => {
  const { data, total } = await rows({ filter }, visitor)
  const { ids: all } = (await visitor.call(pupilEndpoints.ids, { query: { filter } })).json() as { ids: number[] }
  expect([total, all.length]).toEqual([data.length, data.length])
  return data.map(({ firstname }) => firstname)
}

describe('further columns', () => {
  test('are texts of the record, the family and the consents, by key', async () => {
    const { data } = await rows({ columns: LISTED_COLUMNS.join(',') })
    const [mia, ben, cleo] = data.map(({ listed }) => listed)
    expect(mia).toMatchObject({
      ...{
        age: '9',
        afterschool_care: 'kurz',
        afterschool_days: 'Mo, Di',
        may_go_home_alone: 'ja',
        swim_level: 'Bronze',
      },
      ...{ nationalities: 'Ukraine, Deutschland', family_language: 'Ukrainisch', foreign_languages: 'Englisch ab 3' },
      ...{
        guardian1: 'Olga Kaminski',
        guardian1_mail: 'olga@example.org',
        guardian2: 'Jan Kaminski',
        custody: 'mehrere Personen',
      },
      ...{ emergency: 'Oma Wünsche 0160 777888, Olga Kaminski 0170 5550123', consent_photo_website: 'erteilt' },
      class_teacher: expect.stringMatching(/\p{L}/u),
    })
    expect(ben).toMatchObject({ guardian1: 'Uwe Kaminski', custody: 'eine Person', consent_photo_website: 'erteilt' })
    // Uwe has custody; the other person has not.
    expect(ben?.emergency).toBe('Niemand ist für den Notfall eingetragen. Sorgeberechtigte: Uwe Kaminski')
    expect(ben).toMatchObject({ may_go_home_alone: 'nein', consent_photo_press: 'nicht gefragt' })
    expect(cleo).toMatchObject({ custody: 'niemand eingetragen', measles_proof_seen_at: '20.08.2026' })
    expect(Object.keys(ben ?? {})).not.toContain('city')
  })

  test('stay away unless they are asked for, and come with a search and a later page', async () => {
    expect((await rows({})).data.every((row) => row.listed === undefined)).toBe(true)
    expect((await rows({ search: 'mia 3a', columns: 'swim_level' })).data[0]?.listed).toEqual({ swim_level: 'Bronze' })
    const later = await rows({ page: 2, per_page: 1, columns: 'swim_level,age,swim_level' })
    expect(later.data[0]?.listed).toEqual({ swim_level: 'kann nicht schwimmen', age: '8' })
  })

  test.each([
    'note',
    'religion_class',
    'measles_proof_seen_by',
    'consent_health_hint',
    'uuid',
    'constructor',
    'birthdate',
  ])('that do not exist are refused for the head, too: %s', async (columns) => {
    const reply = await list({ columns })
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, ['columns']])
  })

  test('follow the page of a pupil: a viewer gets class A, a teacher those of the own class', async () => {
    for (const columns of ['afterschool_days', 'age', 'guardian1', 'consent_photo_website', 'city'])
      expect((await list({ columns }, viewer)).statusCode).toBe(422)
    const { data } = await rows({ columns: 'class_teacher' }, viewer)
    expect(data[0]?.listed?.class_teacher).toMatch(/\p{L}/u)
    const own = await rows({ columns: 'afterschool_days,guardian1' }, teacher)
    expect(own.data).toMatchObject([
      { firstname: 'Mia', listed: { afterschool_days: 'Mo, Di', guardian1: 'Olga Kaminski' } },
    ])
  })
})

describe('conditions', () => {
  test.each([
    ['all**afterschool_care.is.short.long**afterschool_days.has.tu', ['Mia']],
    ['all**afterschool_care.is.short.long', ['Mia', 'Ben']],
    ['any**afterschool_days.has.tu.we', ['Mia', 'Ben']],
    ['all**afterschool_days.hasnot.tu', ['Ben', 'Cleo']],
    ['all**afterschool_days.empty', ['Cleo']],
    ['all**swim_level.not.none', ['Mia', 'Cleo']],
    ['none**swim_level.is.none**swim_level.empty', ['Mia']],
    ['none**swim_level.is.none', ['Mia', 'Cleo']],
    ['all**may_go_home_alone.is.no', ['Ben']],
    ['all**may_go_home_alone.is.yes.no', ['Mia', 'Ben']],
    ['all**may_go_home_alone.empty', ['Cleo']],
    ['all**measles_proof_seen_at.empty', ['Mia', 'Ben']],
    ['all**measles_proof_seen_at.after.2026-08-19', ['Cleo']],
    ['all**measles_proof_seen_at.between.2026-08-20.2026-08-20', ['Cleo']],
    ['all**nationalities.has.UKR', ['Mia']],
    ['all**nationalities.hasnot.UKR', ['Ben', 'Cleo']],
    ['all**family_language.is.uk', ['Mia']],
    ['all**foreign_languages.has.en', ['Mia']],
    ['all**foreign_languages.empty', ['Ben', 'Cleo']],
    ['all**immigration_year.after.2021', ['Mia']],
    ['all**city.has.werder', ['Mia']],
    ['all**city.is.POTSDAM', ['Cleo']],
    ['all**city.has.!', []],
    ['all**custody.is.several', ['Mia']],
    ['all**custody.not.none', ['Mia', 'Ben']],
    ['all**age.is.9', ['Mia']],
    ['all**consent_photo_website.is.granted', ['Mia', 'Ben']],
    ['all**consent_photo_website.not.granted', ['Cleo']],
    ['all**any*swim_level.is.bronze*swim_level.is.none**none*city.has.werder', ['Ben']],
  ])('%s finds %j', async (filter, found) => {
    expect(await names(filter)).toEqual(found)
  })

  test('belong to search and quick filters, and their values never become part of a statement', async () => {
    const { data } = await rows({ search: 'a', filter: 'all**afterschool_care.is.short.long', gender: 'f' })
    expect(data.map(({ firstname }) => firstname)).toContain('Mia')
    expect(await names("all**city.is.') or true --")).toEqual([])
    // The same statement again, with other values.
    expect(await names('all**city.is.Werder (Havel)')).toEqual(['Mia'])
  })

  test('about what a role does not see are refused, also in the choice of all hits', async () => {
    for (const filter of [
      'all**afterschool_days.has.tu',
      'any**city.empty',
      'none**age.is.9',
      'all**gender.is.f**custody.is.one',
    ]) {
      expect((await list({ filter }, viewer)).json().errors).toHaveProperty('filter')
      expect((await viewer.call(pupilEndpoints.ids, { query: { filter } })).statusCode).toBe(422)
    }
    expect(await names('all**gender.is.f', viewer)).toEqual(['Mia', 'Ben', 'Cleo'])
    expect(await names('all**afterschool_care.is.short.long', teacher)).toEqual(['Mia'])
    expect(await names('none**consent_photo_website.is.refused', teacher)).toEqual(['Mia'])
  })

  test.each(['all', 'all**religion_class.is.ler', 'all**consent_health_hint.is.granted', 'x'.repeat(1501)])(
    'that cannot be asked are refused: %s',
    async (filter) => {
      expect((await list({ filter })).json().errors).toHaveProperty('filter')
    },
  )

  test('a consent that was withdrawn, refused or given by one parent only says so', async () => {
    const decide = (purpose: string, more: object) =>
      insideSchool(school.app, school.fsw, (tx) =>
        tx
          .insertInto('consent')
          .values({
            ...{ pupil_id: ids.Mia, purpose, text_version: '2026-11', decision: 'granted', method: 'paper' },
            ...{ given_at: '2026-09-01', given_by_guardian_ids: [ids.olga, ids.jan], ...more },
          } as never)
          .execute(),
      )
    await decide('photo_press', { withdrawn_at: '2026-10-01' })
    await decide('phone_list', { given_by_guardian_ids: [ids.jan] })
    await decide('trip_messenger', {})
    await decide('trip_messenger', { given_by_guardian_ids: [ids.olga], decision: 'refused' })
    const columns = ['consent_photo_press', 'consent_phone_list', 'consent_trip_messenger']
    const { data } = await rows({ columns: columns.join(','), search: 'mia' })
    expect(columns.map((key) => data[0]?.listed?.[key])).toEqual(['widerrufen', 'unvollständig', 'abgelehnt'])
  })

  test('a restricted guardian counts for a consent, without being named', async () => {
    const { app, fsw } = school
    await insideSchool(app, fsw, (tx) =>
      tx.insertInto('restriction').values({ school_id: fsw, guardian_id: ids.uwe, reason: 'Widerspruch' }).execute(),
    )
    const { data } = await rows({ columns: 'guardian1,consent_photo_website', search: 'ben' })
    expect(data[0]?.listed).toEqual({ consent_photo_website: 'erteilt' })
    expect(await names('all**consent_photo_website.is.granted')).toEqual(['Mia', 'Ben'])
  })
})
