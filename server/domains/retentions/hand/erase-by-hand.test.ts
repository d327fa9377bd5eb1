import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERASURE_TEXTS, type HandSubject, handErasureEndpoints } from '#contract/retentions/retentions.hand.ts'
import { personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantAbsences } from '#server/test/planted-absences.ts'
import { plantConfidential } from '#server/test/planted-confidential.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { openRetentionSchool, type RetentionSchool } from '#server/test/retention-school.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let school: RetentionSchool
let secretary: TestVisitor
let second: TestVisitor
beforeAll(async () => {
  school = await openRetentionSchool()
  const { app, fsw } = school
  const account = { role: 'schooladmin', schools: [fsw] } as const
  secretary = await app.signedIn((await makeUser(app, { ...account, schools: [fsw], may_view_sensitive: false })).id)
  second = await app.signedIn((await makeUser(app, { ...account, schools: [fsw] })).id)
})
afterAll(() => school.app.stop())

const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(school.app, school.fsw, work)
const rowsOf = (query: string) => inFsw(async (tx) => (await sql.raw(query).execute(tx)).rows)

const needSecond = (asks: boolean) =>
  rowsOf(`insert into school_setting (school_id, key, setting_value)
    values (${school.fsw}, 'RETENTION_SETTINGS', '{"erasure_needs_second": ${asks}}')
    on conflict (school_id, key) do update set setting_value = excluded.setting_value`)

beforeEach(async () => {
  school.goTo('2027-02-01')
  await needSecond(false)
  for (const table of ['erasure', 'erasure_proposal', 'saved_view', 'sicknote_feed', 'mail_log', 'pupil', 'guardian'])
    await rowsOf(`delete from ${table}`)
})

const GROUND = { ground: 'withdrawn', is_checked: true } as const
const erase = (subject: HandSubject, id: number, { visitor = school.head, note = null as string | null } = {}) =>
  visitor.call(handErasureEndpoints.erase, { params: { subject, id }, body: { ...GROUND, note } })
const read = (subject: HandSubject, id: number, visitor = school.head) =>
  visitor.call(handErasureEndpoints.read, { params: { subject, id } })
const confirm = (subject: HandSubject, id: number, visitor: TestVisitor) =>
  visitor.call(handErasureEndpoints.confirm, { params: { subject, id } })
const withdraw = (subject: HandSubject, id: number, visitor: TestVisitor) =>
  visitor.call(handErasureEndpoints.withdraw, { params: { subject, id } })

/** Everything a pupil can have, with the word in all texts: record, family, confidential, notes, absences, mails. */
const plantPupil = (word: string, date_exit: string | null = '2027-01-15') =>
  inFsw(async (tx) => {
    const { keys } = school.app.platform
    const place = { school_id: school.fsw, word, keys }
    const people = await plantPeople(tx, place)
    await plantConfidential(tx, { ...place, ...people })
    await plantAbsences(tx, {
      school_id: school.fsw,
      school_year_id: people.activeYear,
      pupil_id: people.pupil,
      word,
    })
    await tx
      .updateTable('pupil')
      .set({ status: date_exit ? 'left' : 'active', date_exit })
      .where('id', '=', people.pupil)
      .execute()
    await tx
      .insertInto('mail_log')
      .values({
        school_id: school.fsw,
        template: 'sicknote_report',
        recipient_masked: `${word}@example.org`,
        recipient_hash: Buffer.from(word),
        related_type: 'guardian',
        related_id: people.guardian,
      })
      .execute()
    return people
  })

describe('a pupil who left', () => {
  test('is gone from every table at once, with family, absences, mails, views and the application', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    const { id } = await school.made({ status: 'accepted', pupil_id: pupil }, { lastname: 'Quittenbaum' })
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual(
      expect.arrayContaining(['public.pupil', 'public.guardian', 'public.mail_log', 'public.registration']),
    )
    const reply = await erase('pupil', pupil)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: ERASURE_TEXTS.erased, is_erased: true, request_id: null },
    ])
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
    expect(await rowsOf('select subject, subject_id, rule, action from erasure order by id')).toEqual([
      { subject: 'registration', subject_id: id, rule: 'request_withdrawn', action: 'delete' },
      expect.objectContaining({ subject: 'guardian', rule: 'request_withdrawn' }),
      expect.objectContaining({ subject: 'contact_person', rule: 'request_withdrawn' }),
      { subject: 'pupil', subject_id: pupil, rule: 'request_withdrawn', action: 'delete' },
    ])
    expect(
      await rowsOf(
        `select action from user_log where entity_type = 'pupil' and entity_id = ${pupil} order by id desc limit 1`,
      ),
    ).toEqual([{ action: 'erased_on_request' }])
    expect((await erase('pupil', pupil)).statusCode).toBe(404)
  })

  test('stored replies of the school go, those of another one stay', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    const { owner } = school.app.database
    await owner.query(`insert into idempotency (key_hash, body_hash, reply, school_id) values
      ('\\x01', '\\x01', '"a"', ${school.fsw}), ('\\x02', '\\x02', '"b"', ${school.fow})`)
    await erase('pupil', pupil)
    const { rows } = await owner.query(`select school_id from idempotency where key_hash in ('\\x01', '\\x02')`)
    expect(rows).toEqual([{ school_id: String(school.fow) }])
  })

  test('stays while a hold stands, or one of the application', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    const hold = { reason: 'Verfahren', until: '2027-09-30' }
    await school.head.call(personRetentionEndpoints.pupil.hold, { params: { id: pupil }, body: hold })
    expect((await erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.held)
    await school.head.call(personRetentionEndpoints.pupil.endHold, { params: { id: pupil } })
    const { id } = await school.made({ status: 'accepted', pupil_id: pupil })
    await school.hold(id, hold)
    const refused = await erase('pupil', pupil)
    expect([refused.statusCode, refused.json().message]).toEqual([409, ERASURE_TEXTS.applicationHeld])
    await school.endHold(id)
    expect((await erase('pupil', pupil)).statusCode).toBe(200)
  })

  test('a pupil who is still here stays, through the last day', async () => {
    const { pupil } = await plantPupil('Quittenbaum', null)
    expect((await erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.stillHere)
    await rowsOf(`update pupil set date_exit = '2027-02-01' where id = ${pupil}`)
    expect((await read('pupil', pupil)).json().refusal).toBe(ERASURE_TEXTS.stillHere)
    school.goTo('2027-02-02')
    expect((await read('pupil', pupil)).json().refusal).toBeNull()
  })
})

describe('a guardian', () => {
  test('the last custodian of a former pupil can go, of a pupil who is here not', async () => {
    const here = await plantPupil('Holunder', null)
    expect((await erase('guardian', here.guardian)).json().message).toBe(ERASURE_TEXTS.lastCustodian)
    await rowsOf('delete from sicknote_feed')
    const former = await plantPupil('Quittenbaum')
    expect((await erase('guardian', former.guardian)).statusCode).toBe(200)
    expect(await rowsOf('select id from guardian')).toEqual([{ id: here.guardian }])
    expect(await rowsOf(`select id from pupil where id = ${former.pupil}`)).toHaveLength(1)
    expect(await rowsOf(`select id from mail_log where related_id = ${former.guardian}`)).toEqual([])
  })

  test('stays while the deletion of a child is on hold, and so does a contact person', async () => {
    const { pupil, guardian, contactPerson } = await plantPupil('Quittenbaum')
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-09-30')`)
    expect((await erase('guardian', guardian)).json().message).toBe(ERASURE_TEXTS.childHeld)
    expect((await erase('contact_person', contactPerson)).json().message).toBe(ERASURE_TEXTS.childHeld)
    await rowsOf('delete from retention_hold')
    expect((await erase('contact_person', contactPerson)).statusCode).toBe(200)
    expect(await rowsOf('select id from pupil_contact_person')).toEqual([])
  })
})

test('an employee who left is gone, one who works here stays', async () => {
  const { schoolclass } = await plantPupil('Quittenbaum')
  const id = await inFsw((tx) =>
    plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
  )
  expect((await erase('employee', id)).json().message).toBe(ERASURE_TEXTS.stillEmployed)
  await rowsOf(`update employee set date_exit = '2027-01-31', active = false where id = ${id}`)
  expect((await erase('employee', id)).statusCode).toBe(200)
  expect(await tablesNaming(school.app, school.fsw, 'Holunder')).toEqual([])
})

test('an application goes with its mails, and the waiting list closes up', async () => {
  const waiting = { status: 'waiting', waiting_since: '2026-11-18T08:00:00Z' } as const
  const first = await school.made({ ...waiting, wait_rank: 1 }, { lastname: 'Quittenbaum' })
  const next = await school.made({ ...waiting, wait_rank: 2 })
  await rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
    select 'registration_optin', 'quittenbaum', '', 'registration_contact', id from registration_contact where registration_id = ${first.id}`)
  expect((await erase('registration', first.id)).statusCode).toBe(200)
  expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
  expect(await rowsOf(`select wait_rank from registration where id = ${next.id}`)).toEqual([{ wait_rank: 1 }])
})

describe('an account', () => {
  test('is gone at once with its name in the log; nobody erases the own one', async () => {
    const { app, fsw } = school
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw], email: 'quittenbaum@example.org' })
    await app.signedIn(id)
    expect((await erase('user', id)).statusCode).toBe(200)
    expect(await tablesNaming(app, fsw, 'quittenbaum@')).toEqual([])
    const { rows } = await app.database.owner.query(`select id from app_user where id = ${id}`)
    expect(rows).toEqual([])
    const own = await rowsOf('select id from app_user order by id limit 1')
    const reply = await erase('user', (own[0] as { id: number }).id)
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'Das eigene Konto können Sie nicht löschen.'])
  })

  test('of another school is not found', async () => {
    const { id } = await makeUser(school.app, { role: 'viewer', schools: [school.fow] })
    expect((await erase('user', id)).statusCode).toBe(404)
  })
})

describe('the second person', () => {
  beforeEach(() => needSecond(true))

  test('is another person with the same right; until then nothing is erased', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    const reply = await erase('pupil', pupil, { note: 'Antrag vom 15.01.2027' })
    expect(reply.json()).toEqual({ message: ERASURE_TEXTS.proposed, is_erased: false, request_id: null })
    expect(await rowsOf('select id from erasure')).toEqual([])
    expect((await erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.alreadyProposed)
    const own = await confirm('pupil', pupil, school.head)
    expect([own.statusCode, own.json().message]).toEqual([409, ERASURE_TEXTS.ownProposal])
    expect((await confirm('pupil', pupil, secretary)).statusCode).toBe(403)
    expect((await read('pupil', pupil, second)).json().proposal).toMatchObject({
      ground: 'withdrawn',
      note: 'Antrag vom 15.01.2027',
      is_own: false,
    })
    expect((await second.call(handErasureEndpoints.list)).json()).toMatchObject([
      { subject: 'pupil', subject_id: pupil, name: 'Quittenbaum Quittenbaum' },
    ])
    expect((await confirm('pupil', pupil, second)).json().is_erased).toBe(true)
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
    expect(await rowsOf('select id from erasure_proposal')).toEqual([])
  })

  test('a hold that came meanwhile refuses the confirmation', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    await erase('pupil', pupil)
    await rowsOf(`insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-09-30')`)
    expect((await confirm('pupil', pupil, second)).json().message).toBe(ERASURE_TEXTS.held)
    expect(await rowsOf('select id from erasure_proposal')).toHaveLength(1)
  })

  test('may refuse, and the first one may take it back', async () => {
    const { pupil } = await plantPupil('Quittenbaum')
    await erase('pupil', pupil)
    expect((await withdraw('pupil', pupil, second)).json().message).toBe(ERASURE_TEXTS.refused)
    await erase('pupil', pupil)
    expect((await withdraw('pupil', pupil, school.head)).json().message).toBe(ERASURE_TEXTS.withdrawn)
    expect((await confirm('pupil', pupil, second)).json().message).toBe(ERASURE_TEXTS.noProposal)
  })
})

test('without the right to see what is protected, nobody erases anything', async () => {
  const { pupil } = await plantPupil('Quittenbaum')
  expect((await erase('pupil', pupil, { visitor: secretary })).statusCode).toBe(403)
  expect((await read('pupil', pupil, secretary)).statusCode).toBe(403)
})

test('without the right to manage accounts, a head erases no account', async () => {
  const { app, fsw } = school
  const head = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: false })
  const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  expect((await erase('user', id, { visitor: await app.signedIn(head.id) })).statusCode).toBe(403)
})

test('a box that is not ticked erases nothing, and neither does an unknown ground', async () => {
  const { pupil } = await plantPupil('Quittenbaum')
  const params = { subject: 'pupil', id: pupil } as const
  const unticked = await school.head.call(handErasureEndpoints.erase, {
    params,
    body: { ...GROUND, note: null, is_checked: false },
  })
  expect(unticked.json().errors).toEqual({ is_checked: [ERASURE_TEXTS.notConfirmed] })
  expect(await rowsOf('select id from pupil')).toHaveLength(1)
})

test('a record of another school is not found', async () => {
  const { pupil, guardian, contactPerson } = await insideSchool(school.app, school.fow, (tx) =>
    plantPeople(tx, { school_id: school.fow, word: 'Andernorts', keys: school.app.platform.keys }),
  )
  for (const [subject, id] of [
    ['pupil', pupil],
    ['guardian', guardian],
    ['contact_person', contactPerson],
    ['employee', 1],
    ['registration', 1],
  ] as const)
    expect((await erase(subject, id)).statusCode).toBe(404)
})
