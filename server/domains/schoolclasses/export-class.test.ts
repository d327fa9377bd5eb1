import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { XLSX_TYPE } from '#contract/file-reply.ts'
import { type ClassContact, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { type ClassSchool, openClassSchool } from '#server/test/class-school.ts'
import { insideSchool } from '#server/test/factories.ts'
import { readSpreadsheet } from '#server/test/read-spreadsheet.ts'
import { giveClass } from '#server/test/school-staff.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: ClassSchool
let oneA: number
let ada: number
let ben: number
beforeAll(async () => {
  school = await openClassSchool()
  const { app, fsw } = school
  oneA = await school.classOf('1a')
  ada = await makePupil(app, fsw, { firstname: 'Ada', lastname: '=1+1', grade: 1, schoolclass: 'a', city: 'Zossen' })
  ben = await makePupil(app, fsw, { firstname: 'Ben', lastname_prefix: 'von', gender: 'm', grade: 1, schoolclass: 'a' })
  await insideSchool(app, fsw, async (tx) => {
    const guardian = async (firstname: string, more: object, link: object) => {
      const { id } = await tx
        .insertInto('guardian')
        .values({ school_id: fsw, firstname, lastname: 'Müller', ...more })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('pupil_guardian')
        .values({ school_id: fsw, pupil_id: ada, guardian_id: id, relationship: 'mother', has_custody: true, ...link })
        .execute()
    }
    await guardian('Dritte', { phone_work: '030 3' }, { position: 1, relationship: 'grandparent', has_custody: false })
    await guardian(
      'Zweite',
      { phone_home: '+49331234567', street: 'Fernweg', city: 'Weitweg' },
      { position: 3, emergency_priority: 2 },
    )
    await guardian(
      'Erste',
      { phone_mobile: '+49 (0)152 5551234', phone_home: '030 1', mail: 'erste@example.org' },
      { position: 2, emergency_priority: 1 },
    )
    const other = (firstname: string, more: object = {}) => ({
      ...{ school_id: fsw, pupil_id: ada, firstname, lastname: 'Beispiel', phone: '+493315550' },
      ...more,
    })
    await tx
      .insertInto('pupil_contact_person')
      .values(other('Abholerin', { may_pickup: true }))
      .execute()
    await tx
      .insertInto('pupil_contact_person')
      .values(
        other('Oma', { relation: 'Großmutter', priority: 3, valid_from: '2026-11-20', valid_until: '2026-11-20' }),
      )
      .execute()
    await tx
      .insertInto('pupil_contact_person')
      .values(other('Bald', { priority: 4, valid_from: '2026-11-21' }))
      .execute()
    await tx
      .insertInto('pupil_contact_person')
      .values(other('Früher', { priority: 5, valid_until: '2026-11-19' }))
      .execute()
    await guardian('Gelöschte', { deleted_at: '2026-11-01T00:00:00Z' }, { position: 4 })
  })
})
afterAll(() => school.app.stop())
afterEach(() => school.goTo('2026-11-20'))

const logged = (action: string) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .selectFrom('user_log')
      .select(['entity_type', 'entity_id', 'changed_fields'])
      .where('action', '=', action)
      .orderBy('id')
      .execute(),
  )

describe('the contacts of a class', () => {
  const contacts = (browser: TestVisitor, id = oneA) => browser.call(schoolclassEndpoints.contacts, { params: { id } })

  test('name whom to call in the order of an emergency, then as they stand, and no address', async () => {
    const reply = await contacts(school.head)
    expect(reply.statusCode, reply.body).toBe(200)
    const [first, second]: ClassContact[] = reply.json()
    expect(first?.pupil_id).toBe(ada)
    expect(first?.guardians.map(({ name }) => name)).toEqual(['Erste Müller', 'Zweite Müller', 'Dritte Müller'])
    expect(first?.guardians[0]).toEqual({
      name: 'Erste Müller',
      relationship: 'mother',
      has_custody: true,
      is_informed: true,
      may_pickup: expect.any(Boolean),
      emergency_priority: 1,
      phones: ['+49 (0)152 5551234', '030 1'],
      mail: 'erste@example.org',
    })
    // Others are on it while they are valid, both days included.
    expect(first?.others).toEqual([
      {
        name: 'Oma Beispiel',
        relationship: 'Großmutter',
        may_pickup: false,
        emergency_priority: 3,
        phones: ['+493315550'],
      },
      {
        name: 'Abholerin Beispiel',
        relationship: null,
        may_pickup: true,
        emergency_priority: null,
        phones: ['+493315550'],
      },
    ])
    expect(second).toEqual({ pupil_id: ben, guardians: [], others: [], own_mail: null, shares_phone: false })
    expect(reply.body).not.toMatch(/Fernweg|Weitweg|Zossen/)
  })

  test('say that a family shares its number once every custodian agreed', async () => {
    const sharing = async () => ((await contacts(school.head)).json() as ClassContact[])[0]?.shares_phone
    const { app, fsw } = school
    const agree = (firstname: string, purpose = 'phone_list') =>
      insideSchool(app, fsw, async (tx) => {
        const { id } = await tx
          .selectFrom('guardian')
          .select('id')
          .where('firstname', '=', firstname)
          .where('lastname', '=', 'Müller')
          .executeTakeFirstOrThrow()
        const how = { decision: 'granted', text_version: '2026-11', method: 'paper', given_at: '2026-11-01' }
        await tx
          .insertInto('consent')
          .values({ school_id: fsw, pupil_id: ada, purpose, given_by_guardian_ids: [id], ...how })
          .execute()
      })
    expect(await sharing()).toBe(false)
    await agree('Erste')
    await agree('Zweite', 'photo_press')
    expect(await sharing()).toBe(false)
    await agree('Zweite')
    expect(await sharing()).toBe(true)
  })

  test('are for teachers of this class, unknown to others, and not for viewers', async () => {
    const { app, fsw } = school
    const [own, other] = [await school.makeTeacher(), await school.makeTeacher()]
    await giveClass(app, fsw, { employee: own.employee, schoolclass: oneA, function: 'assigned' })
    await giveClass(app, fsw, { employee: other.employee, schoolclass: await school.classOf('1b') })
    expect((await contacts(own.browser)).json()).toEqual((await contacts(school.head)).json())
    const [hidden, unknown] = [await contacts(other.browser), await contacts(other.browser, 987_654_321)]
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body])
    expect((await contacts(await school.signIn('viewer'))).statusCode).toBe(403)
  })

  test('read by an admin are logged, by others not', async () => {
    await contacts(school.head)
    expect(await logged('class_contacts_viewed')).toEqual([])
    await contacts(await school.signIn('admin'))
    expect(await logged('class_contacts_viewed')).toMatchObject([{ entity_type: 'schoolclass', entity_id: oneA }])
  })
})

describe('the export of a class', () => {
  const exported = (columns: string[] = [], browser = school.head, id = oneA) =>
    browser.call(schoolclassEndpoints.export, { params: { id }, body: { columns } })

  test('is an Excel file that names nobody in its name, with name, class and grade', async () => {
    const reply = await exported()
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['content-type']).toBe(XLSX_TYPE)
    expect(reply.headers['content-disposition']).toBe("attachment; filename*=UTF-8''Klasse-1a-2026-11-20.xlsx")
    const { rows, title, sheet } = readSpreadsheet(reply.rawPayload)
    expect(title).toBe('Klasse 1a')
    expect(rows).toEqual([
      ['Nachname', 'Vorname', 'Klasse', 'Klassenstufe'],
      ['=1+1', 'Ada', '1a', 1],
      ['von Müller', 'Ben', '1a', 1],
    ])
    expect(sheet).not.toContain('<f>')
  })

  test('holds what is chosen, in its own order, and is logged with columns and number of rows', async () => {
    const { rows } = readSpreadsheet(
      (await exported(['mails', 'phones', 'guardians', 'address', 'birthdate', 'gender'])).rawPayload,
    )
    expect(rows[0]?.slice(4)).toEqual([
      'Geburtsdatum',
      'Geschlecht',
      'Anschrift',
      'Sorgeberechtigte',
      'Telefonnummern',
      'E-Mail-Adressen',
    ])
    expect(rows[1]?.slice(5)).toEqual([
      'weiblich',
      'Zossen',
      'Erste Müller (Mutter)\nZweite Müller (Mutter)\nDritte Müller (Großmutter oder Großvater)',
      'Erste Müller: 0152 5551234, 030 1\nZweite Müller: 0331 234567\nDritte Müller: 030 3',
      'erste@example.org',
    ])
    const log = await logged('export_created')
    expect(log.at(-1)).toMatchObject({ entity_type: 'schoolclass', entity_id: oneA })
    expect(log.at(-1)?.changed_fields).toEqual(
      expect.arrayContaining(['rows:2', 'Nachname', 'Telefonnummern', 'E-Mail-Adressen']),
    )
  })

  test('contains the pupils of the class on its day: none who left it or are in the bin', async () => {
    const { app, fsw } = school
    const schoolclass = await school.classOf('2a')
    const member = (firstname: string, more: object = {}) =>
      makePupil(app, fsw, { firstname, grade: 2, schoolclass: 'a', ...more })
    await member('Jetzt')
    await member('Früher', { date_end: '2026-11-19' })
    await member('Später', { date_start: '2027-02-01' })
    const [binned, left] = [await member('Korb'), await member('Abgang')]
    const set = (id: number, change: object) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('pupil').set(change).where('id', '=', id).execute())
    await set(binned, { deleted_at: '2026-11-01T00:00:00Z' })
    await set(left, { date_exit: '2026-11-19' })
    const names = async () => {
      const { rows } = readSpreadsheet((await exported([], school.head, schoolclass)).rawPayload)
      const { pupils } = (await school.head.call(schoolclassEndpoints.get, { params: { id: schoolclass } })).json()
      const firstnames = rows.slice(1).map(([, firstname]) => firstname)
      expect(pupils.map(({ firstname }: { firstname: string }) => firstname)).toEqual(firstnames)
      return firstnames
    }
    expect(await names()).toEqual(['Jetzt'])
    await school.setYearState('2026/2027', 'closed')
    school.goTo('2027-09-01')
    expect(await names()).toEqual(['Jetzt', 'Später'])
    await school.setYearState('2026/2027', 'active')
  })

  test('is refused to who may not take data out, unknown for another school’s class, and neither is logged', async () => {
    const before = await logged('export_created')
    const { browser, employee } = await school.makeTeacher()
    await giveClass(school.app, school.fsw, { employee, schoolclass: oneA })
    expect((await exported([], browser)).statusCode).toBe(403)
    expect((await exported([], await school.signIn('viewer'))).statusCode).toBe(403)
    const foreign = await school.classOf('7a', { school: school.fow })
    const [hidden, unknown] = [await exported([], school.head, foreign), await exported([], school.head, 987_654_321)]
    expect([hidden.statusCode, hidden.body]).toEqual([404, unknown.body])
    expect((await exported(['password_hash'])).statusCode).toBe(422)
    expect(await logged('export_created')).toEqual(before)
  })
})
