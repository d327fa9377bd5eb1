import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, addMonths, berlinToday } from '#contract/dates.ts'
import { ERASURE_TEXTS } from '#contract/retentions/retentions.on-request.ts'
import { peopleRetentionEndpoints } from '#contract/retentions/retentions.preview.ts'
import { SETTINGS_TEXTS } from '#contract/schools/schools.settings.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { tidySicknotes } from '#server/domains/absences/tidy-sicknotes.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { type ErasureSchool, openErasureSchool } from '#server/test/erasure-school.ts'
import { makeUser } from '#server/test/factories.ts'
import { plantEmployee } from '#server/test/planted-people.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'

let school: ErasureSchool
beforeAll(async () => {
  school = await openErasureSchool()
})
afterAll(() => school.app.stop())
beforeEach(() => school.begin())

const BINNED = `deleted_at = '2026-12-01T08:00:00Z'`
const hold = (column: 'pupil_id' | 'employee_id', id: number) =>
  school.rowsOf(`insert into retention_hold (${column}, reason, until) values (${id}, 'Verfahren', '2028-09-30')`)
const tidy = () => tidyUp(school.app.platform)({})
const MASKED = { recipient_masked: '***', length: 0 }
const mails = () => school.rowsOf('select recipient_masked, length(recipient_hash)::int from mail_log')
const saveSearch = (word: string) =>
  school.rowsOf(`insert into saved_view (user_id, page, name, query) values (1, 'pupils', 'Suche', 'search=${word}')`)

describe('the bin', () => {
  test('forgets to whom mails went, and the stored searches, with pupil, guardian and application', async () => {
    const { pupil, guardian } = await school.plantPupil('Quittenbaum')
    const { id } = await school.made({}, { lastname: 'Schlehe' })
    await school.rowsOf(`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id)
      values ('pupil_own_link', 'q***', '\\x01', 'pupil', ${pupil})`)
    await saveSearch('Schlehe')
    await school.rowsOf(`update pupil set ${BINNED} where id = ${pupil}`)
    await school.rowsOf(`update registration set ${BINNED} where id = ${id}`)
    await tidy()
    expect(
      await school.rowsOf(`select id from pupil union all select id from guardian where id = ${guardian}`),
    ).toEqual([])
    expect(await mails()).toEqual([MASKED, MASKED])
    expect(await school.rowsOf('select id from saved_view')).toEqual([])
  })

  test('forgets a guardian without a child in the same way, also one whose restriction was lifted', async () => {
    const { pupil, guardian } = await school.plantPupil('Quittenbaum')
    const calls = restrictionsOf(school.head)
    await calls.restrict('guardian', guardian)
    expect((await school.erase('pupil', pupil)).statusCode).toBe(200)
    await school.rowsOf('delete from saved_view')
    await saveSearch('Quittenbaum')
    await calls.release('guardian', guardian)
    school.goTo('2027-04-01')
    await tidy()
    expect(await school.rowsOf('select id from guardian')).toEqual([])
    expect(await school.rowsOf('select id from saved_view')).toEqual([])
    expect(await mails()).toEqual([MASKED])
  })

  test('keeps who is on hold', async () => {
    const { pupil, schoolclass } = await school.plantPupil('Quittenbaum')
    const employee = await school.inFsw((tx) =>
      plantEmployee(tx, { school_id: school.fsw, schoolclass_id: schoolclass, word: 'Holunder' }),
    )
    await school.rowsOf('delete from schoolclass_employee')
    await hold('pupil_id', pupil)
    await hold('employee_id', employee)
    await school.rowsOf(`update pupil set ${BINNED}`)
    await school.rowsOf(`update employee set ${BINNED} where id = ${employee}`)
    await tidy()
    expect(await school.rowsOf('select id from pupil')).toEqual([{ id: pupil }])
    expect(await school.rowsOf(`select id from employee where id = ${employee}`)).toEqual([{ id: employee }])
    await school.rowsOf('delete from retention_hold')
    await tidy()
    expect(await school.rowsOf('select id from pupil')).toEqual([])
    expect(await school.rowsOf(`select id from employee where id = ${employee}`)).toEqual([])
  })
})

test('a hold keeps absences and proofs of consents as well', async () => {
  const { pupil } = await school.plantPupil('Quittenbaum')
  await school.rowsOf('delete from consent')
  await school.rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at)
    values (${pupil}, 'photo_press', '1', 'granted', 'paper', '2026-09-01', '2026-12-01T08:00:00Z')`)
  await hold('pupil_id', pupil)
  await school.rowsOf(`update retention_hold set until = '2031-12-31'`)
  const left = async () =>
    (
      await school.rowsOf(`select (select count(*)::int from pupil_sicknote where comment is not null) as notes,
      (select count(*)::int from consent) as consents`)
    )[0]
  school.goTo('2031-01-10')
  await tidySicknotes(school.app.platform)({})
  await school.nightOf('2031-01-10')
  await school.nightOf('2031-01-24')
  expect(await left()).toEqual({ notes: 2, consents: 1 })
  await school.rowsOf('delete from retention_hold')
  await tidySicknotes(school.app.platform)({})
  expect(await left()).toMatchObject({ notes: 0 })
})

describe('nothing goes before the preview showed it for two weeks', () => {
  const preview = async () => (await school.head.call(peopleRetentionEndpoints.preview)).json().due
  const shorten = (settings: string) =>
    school.rowsOf(`insert into school_setting (school_id, key, setting_value) values (${school.fsw}, 'RETENTION_SETTINGS', '${settings}')
      on conflict (school_id, key) do update set setting_value = excluded.setting_value`)

  test('also after a shorter period: the proof of a consent and an answered request', async () => {
    const { pupil } = await school.plantPupil('Quittenbaum', null)
    await school.rowsOf('delete from consent')
    await school.rowsOf('delete from privacy_request')
    await school.rowsOf(`insert into consent (pupil_id, purpose, text_version, decision, method, given_at, withdrawn_at)
      values (${pupil}, 'photo_press', '1', 'granted', 'paper', '2024-09-01', '2025-12-01T08:00:00Z')`)
    await school.rowsOf(`insert into privacy_request (kind, subject_type, subject_name, requested_by, requester, channel, received_on, done_on, result)
      values ('access', 'unknown', 'Erna', 'Erna', 'self', 'mail', '2025-11-01', '2025-11-20', 'granted')`)
    await school.nightOf('2027-02-01')
    expect(await preview()).toEqual([])
    await shorten('{"consent_proof_years": 1, "privacy_request_years": 1}')
    await school.nightOf('2027-02-02')
    expect(await preview()).toMatchObject([
      { subject: 'request', name: 'Auskunft, eingegangen am 01.11.2025', ended_on: '2025-11-20', due_on: '2027-02-16' },
      { subject: 'consent', id: pupil, ended_on: '2025-12-01', due_on: '2027-02-16' },
    ])
    await school.nightOf('2027-02-15')
    const left = () => school.rowsOf('select id from consent union all select id from privacy_request')
    expect(await left()).toHaveLength(2)
    await school.nightOf('2027-02-16')
    expect(await left()).toEqual([])
    expect(
      await school.rowsOf('select id from retention_notice where consent_id is not null or request_id is not null'),
    ).toEqual([])
  })
})

test('an account that tidying up deletes is proof at its schools, on the day that the preview says', async () => {
  const { app, fsw } = school
  const { id } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  const close = (day: string) =>
    app.database.owner.query(`update app_user set deactivated_at = $2 where id = $1`, [id, `${day}T08:00:00Z`])
  const today = berlinToday(new Date())
  // Not one day: six months after 30 and after 31 May it is 30 November.
  await close(addDays(addMonths(today, -6), 3))
  await tidy()
  expect(await school.rowsOf(`select id from erasure where subject = 'user'`)).toEqual([])
  await close(addDays(addMonths(today, -6), -3))
  await tidy()
  expect(await school.rowsOf(`select subject_id, rule, action, erased_on from erasure where subject = 'user'`)).toEqual(
    [{ subject_id: id, rule: 'account', action: 'delete', erased_on: today }],
  )
  const { rows } = await app.database.owner.query('select id from app_user where id = $1', [id])
  expect(rows).toEqual([])
})

test('the proofs are read year by year, the newest first', async () => {
  await school.rowsOf(`insert into erasure (subject, subject_id, rule, action, erased_on) values
    ('pupil', 1, 'proof', 'delete', '2026-12-31'), ('pupil', 2, 'proof', 'delete', '2027-01-01'), ('pupil', 3, 'proof', 'delete', '2027-01-01')`)
  const proofs = async (query: { year?: number }) =>
    (await school.head.call(peopleRetentionEndpoints.erasures, { query })).json()
  const row = { subject: 'pupil', rule: 'proof', action: 'delete' }
  expect(await proofs({})).toEqual({
    years: [2027, 2026],
    year: 2027,
    counts: [{ ...row, erased_on: '2027-01-01', count: 2 }],
  })
  expect((await proofs({ year: 2026 })).counts).toEqual([{ ...row, erased_on: '2026-12-31', count: 1 }])
  expect((await proofs({ year: 2020 })).counts).toEqual([])
})

describe('the second person', () => {
  const switchOff = (visitor: typeof school.head) =>
    visitor.call(schoolEndpoints.changeSettings, {
      params: { id: school.fsw },
      body: { key: 'RETENTION_SETTINGS', value: { erasure_needs_second: false } },
    })

  test('is not switched off by somebody who may not erase on request', async () => {
    await school.needSecond(true)
    const refused = await switchOff(school.secretary)
    expect([refused.statusCode, refused.json().errors]).toEqual([
      422,
      { 'value.erasure_needs_second': [SETTINGS_TEXTS.secondStays] },
    ])
    expect((await switchOff(school.second)).statusCode).toBe(200)
  })

  test('still has to confirm what was proposed before it was switched off', async () => {
    await school.needSecond(true)
    const { pupil } = await school.plantPupil('Quittenbaum')
    await school.erase('pupil', pupil)
    expect((await switchOff(school.head)).statusCode).toBe(200)
    expect((await school.erase('pupil', pupil)).json().message).toBe(ERASURE_TEXTS.alreadyProposed)
    expect((await school.read('pupil', pupil)).json()).toMatchObject({ needs_second: true, proposal: { is_own: true } })
    expect((await school.confirm('pupil', pupil, school.second)).json().is_erased).toBe(true)
  })
})
