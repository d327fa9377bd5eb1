import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERASURE_TEXTS, erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { personRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { plantEmployee, plantPeople } from '#server/test/planted-people.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { tablesNaming } from '#server/test/tables-naming.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.begin())

describe('a pupil who left', () => {
  test('is gone from every table at once, with family, absences, mails, views and the application', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const { id } = await school.made({ status: 'accepted', pupil_id: pupil }, { lastname: 'Quittenbaum' })
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual(
      expect.arrayContaining(['public.pupil', 'public.guardian', 'public.mail_log', 'public.registration']),
    )
    const reply = await school.erase('pupil', pupil)
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: ERASURE_TEXTS.erased, is_erased: true, request_id: null },
    ])
    expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
    expect(await school.rowsOf('select id from mail_log')).toEqual([])
    expect(await school.rowsOf('select subject, subject_id, rule, action from erasure order by id')).toEqual([
      { subject: 'registration', subject_id: id, rule: 'request_withdrawn', action: 'delete' },
      expect.objectContaining({ subject: 'guardian', rule: 'request_withdrawn' }),
      expect.objectContaining({ subject: 'contact_person', rule: 'request_withdrawn' }),
      { subject: 'pupil', subject_id: pupil, rule: 'request_withdrawn', action: 'delete' },
    ])
    expect(
      await school.rowsOf(
        `select action from user_log where entity_type = 'pupil' and entity_id = ${pupil} order by id desc limit 1`,
      ),
    ).toEqual([{ action: 'erased_on_request' }])
    expect((await school.erase('pupil', pupil)).statusCode).toBe(404)
  })

  test('stored replies of the school go, those of another one stay', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const { owner } = school.app.database
    await owner.query(`insert into idempotency (key_hash, body_hash, reply, school_id) values
      ('\\x01', '\\x01', '"a"', ${school.fsw}), ('\\x02', '\\x02', '"b"', ${school.fow})`)
    await school.erase('pupil', pupil)
    const { rows } = await owner.query(`select school_id from idempotency where key_hash in ('\\x01', '\\x02')`)
    expect(rows).toEqual([{ school_id: String(school.fow) }])
  })

  test('stays while a hold stands, or one of the application', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum')
    const hold = { reason: 'Verfahren', until: '2027-09-30' }
    await school.head.call(personRetentionEndpoints.pupil.hold, { params: { id: pupil }, body: hold })
    expect((await school.erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.held)
    await school.head.call(personRetentionEndpoints.pupil.endHold, { params: { id: pupil } })
    const { id } = await school.made({ status: 'accepted', pupil_id: pupil })
    await school.hold(id, hold)
    const refused = await school.erase('pupil', pupil)
    expect([refused.statusCode, refused.json().message]).toEqual([409, ERASURE_TEXTS.applicationHeld])
    await school.endHold(id)
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
  })

  test('a pupil who is still here stays, through the last day', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum', null)
    expect((await school.erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.stillHere)
    await school.rowsOf(`update pupil set date_exit = '2027-02-01' where id = ${pupil}`)
    expect((await school.read('pupil', pupil)).json().refusal).toBe(ERASURE_TEXTS.stillHere)
    school.goTo('2027-02-02')
    expect((await school.read('pupil', pupil)).json().refusal).toBeNull()
  })
})

describe('a guardian', () => {
  test('the last custodian of a former pupil can go, of a pupil who is here not', async () => {
    const here = await school.plantPupil('Holunder', null)
    expect((await school.erase('guardian', here.guardian)).json().message).toBe(ERASURE_TEXTS.lastCustodian)
    await school.rowsOf('delete from sicknote_feed')
    const former = await school.plantPupil('Quittenbaum')
    expect((await school.erase('guardian', former.guardian)).statusCode).toBe(200)
    expect(await school.rowsOf('select id from guardian')).toEqual([{ id: here.guardian }])
    expect(await school.rowsOf(`select id from pupil where id = ${former.pupil}`)).toHaveLength(1)
    expect(await school.rowsOf(`select id from mail_log where related_id = ${former.guardian}`)).toEqual([])
  })

  test('stays while the deletion of a child is on hold, and so does a contact person', async () => {
    const { pupil, guardian, contactPerson } = await school.plantPupil('Quittenbaum')
    await school.rowsOf(
      `insert into retention_hold (pupil_id, reason, until) values (${pupil}, 'Verfahren', '2028-09-30')`,
    )
    expect((await school.erase('guardian', guardian)).json().message).toBe(ERASURE_TEXTS.childHeld)
    expect((await school.erase('contact_person', contactPerson)).json().message).toBe(ERASURE_TEXTS.childHeld)
    await school.rowsOf('delete from retention_hold')
    expect((await school.erase('contact_person', contactPerson)).statusCode).toBe(200)
    expect(await school.rowsOf('select id from pupil_contact_person')).toEqual([])
  })
})

test('an employee who left is gone, one who works here stays', async () => {
  const { schoolclass } = await school.plantPupil('Quittenbaum')
  const id = await school.inFsw((tx) =>
    plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
  )
  expect((await school.erase('employee', id)).json().message).toBe(ERASURE_TEXTS.stillEmployed)
  await school.rowsOf(`update employee set date_exit = '2027-01-31', active = false where id = ${id}`)
  expect((await school.erase('employee', id)).statusCode).toBe(200)
  expect(await tablesNaming(school.app, school.fsw, 'Holunder')).toEqual([])
})

test('an application goes with its mails, and the waiting list closes up', async () => {
  const waiting = { status: 'waiting', waiting_since: '2026-11-18T08:00:00Z' } as const
  const first = await school.made({ ...waiting, wait_rank: 1 }, { lastname: 'Quittenbaum' })
  const next = await school.made({ ...waiting, wait_rank: 2 })
  await school.rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
    select 'registration_optin', 'quittenbaum', '', 'registration_contact', id from registration_contact where registration_id = ${first.id}`)
  expect((await school.erase('registration', first.id)).statusCode).toBe(200)
  expect(await tablesNaming(school.app, school.fsw, 'Quittenbaum')).toEqual([])
  expect(await school.rowsOf('select id from mail_log')).toEqual([])
  expect(await school.rowsOf(`select wait_rank from registration where id = ${next.id}`)).toEqual([{ wait_rank: 1 }])
})

describe('an account', () => {
  test('is gone at once with its name in the log; nobody erases the own one', async () => {
    const { app, fsw } = school
    const { id } = await makeUser(app, { role: 'viewer', schools: [fsw], email: 'quittenbaum@example.org' })
    await app.signedIn(id)
    expect((await school.erase('user', id)).statusCode).toBe(200)
    expect(await tablesNaming(app, fsw, 'quittenbaum@')).toEqual([])
    const { rows } = await app.database.owner.query(`select id from app_user where id = ${id}`)
    expect(rows).toEqual([])
    const own = await school.rowsOf('select id from app_user order by id limit 1')
    const reply = await school.erase('user', (own[0] as { id: number }).id)
    expect([reply.statusCode, reply.json().message]).toEqual([409, 'Das eigene Konto können Sie nicht löschen.'])
  })

  test('of another school is not found', async () => {
    const { id } = await makeUser(school.app, { role: 'viewer', schools: [school.fow] })
    expect((await school.erase('user', id)).statusCode).toBe(404)
  })
})

test('whoever is restricted is not erased until the restriction is lifted', async () => {
  const { pupil, guardian, contactPerson } = await school.plantPupil('Quittenbaum')
  await school.rowsOf(`insert into restriction (pupil_id, reason) values (${pupil}, 'Bestritten')`)
  expect((await school.erase('contact_person', contactPerson)).json().message).toBe(ERASURE_TEXTS.restricted)
  const refused = await school.erase('pupil', pupil)
  expect([refused.statusCode, refused.json().message]).toEqual([409, ERASURE_TEXTS.restricted])
  expect((await school.erase('guardian', guardian)).json().message).toBe(ERASURE_TEXTS.restricted)
  await school.rowsOf(`update restriction set lifted_at = now(), lifted_reason = 'geklärt'`)
  expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
})

test('an employee and an application stay while they are restricted or on hold', async () => {
  const employee = await makeEmployee(school.app, school.fsw, { date_exit: '2026-12-01' })
  const { id: registration } = await school.made({ status: 'rejected' })
  for (const [subject, id] of [
    ['employee', employee],
    ['registration', registration],
  ] as const) {
    await school.rowsOf(`insert into restriction (${subject}_id, reason) values (${id}, 'Bestritten')`)
    expect((await school.erase(subject, id)).json().message).toBe(ERASURE_TEXTS.restricted)
    await school.rowsOf(`update restriction set lifted_at = now(), lifted_reason = 'geklärt'`)
    await school.rowsOf(
      `insert into retention_hold (${subject}_id, reason, until) values (${id}, 'Verfahren', '2028-09-30')`,
    )
    expect((await school.erase(subject, id)).json().message).toBe(ERASURE_TEXTS.held)
    await school.rowsOf('delete from retention_hold')
    expect((await school.erase(subject, id)).statusCode).toBe(200)
  }
})

test('without the right to manage accounts, a head erases no account', async () => {
  const { app, fsw } = school
  const head = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: false })
  const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  expect((await school.erase('user', id, { visitor: await app.signedIn(head.id) })).statusCode).toBe(403)
})

test('a box that is not ticked erases nothing, and neither does an unknown ground', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  const params = { subject: 'pupil', id: pupil } as const
  const unticked = await school.head.call(erasureOnRequestEndpoints.erase, {
    params,
    body: { ground: 'withdrawn', note: null, is_checked: false },
  })
  expect(unticked.json().errors).toEqual({ is_checked: [ERASURE_TEXTS.notConfirmed] })
  expect(await school.rowsOf('select id from pupil')).toHaveLength(1)
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
    expect((await school.erase(subject, id)).statusCode).toBe(404)
})
