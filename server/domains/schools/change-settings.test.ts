import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { schoolEndpoints } from '#contract/schools/schools.ts'
import { changedFieldLabels } from '#contract/userlog/userlog.fields.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
let count = 0
beforeEach(async () => {
  count += 1
  fsw = await makeSchool(app, 'fsw', { short: `fsw${count}` })
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})

const read = async () => (await head.call(schoolEndpoints.settings, { params: { id: fsw } })).json()
const change = (key: string, value: object, version?: number | null) =>
  head.call(schoolEndpoints.changeSettings, {
    params: { id: fsw },
    body: { key, value, ...(version === undefined || version === null ? {} : { version }) },
  })

const REGISTRATION = 'SCHOOL_REGISTRATION_SETTINGS'

describe('the settings', () => {
  test('are the defaults where nothing was changed', async () => {
    const settings = await read()
    expect(settings[REGISTRATION]).toMatchObject({
      version: 1,
      value: { isActive: true, show_afterschool_care: true, optin_valid_days: 14, optin_reminder_days: [3, 10] },
    })
    expect(settings.SCHOOL_LABELS).toEqual({
      version: null,
      value: {
        dashboardGreeting: 'Willkommen',
        pupil_plural: 'Schülerinnen und Schüler',
        guardian: 'Sorgeberechtigte',
        class_teacher: 'Klassenleitung',
      },
    })
    expect(settings.SICKNOTE_SETTINGS).toMatchObject({ version: null, value: { cutoff_time: '08:00' } })
    expect(settings.RETENTION_SETTINGS).toMatchObject({
      version: null,
      value: { rejected_months: 6, attendance_proof_years: 10 },
    })
  })

  test('take the sent keys and keep all others', async () => {
    const before = await read()
    const reply = await change(REGISTRATION, { electives: ['Latein'], optin_valid_days: 21 })
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'Die Einstellungen sind gespeichert.' }])
    const after = await read()
    expect(after[REGISTRATION]).toEqual({
      version: 2,
      value: { ...before[REGISTRATION].value, electives: ['Latein'], optin_valid_days: 21 },
    })
    expect(after.SCHOOL_LABELS).toEqual(before.SCHOOL_LABELS)
  })

  test('that were never changed begin with their first version', async () => {
    expect((await change('SICKNOTE_SETTINGS', { cutoff_time: '07:45' })).statusCode).toBe(200)
    expect((await change('RETENTION_SETTINGS', { sicknote_years: 5 })).statusCode).toBe(200)
    expect(await read()).toMatchObject({
      SICKNOTE_SETTINGS: { version: 1, value: { cutoff_time: '07:45', future_days: 30 } },
      RETENTION_SETTINGS: { version: 1, value: { sicknote_years: 5, rejected_months: 6 } },
    })
  })

  test('sent back as they are change nothing, not even a row', async () => {
    expect((await change('SCHOOL_LABELS', { guardian: 'Sorgeberechtigte' })).json()).toEqual({
      message: 'Es gab nichts zu ändern.',
    })
    expect((await read()).SCHOOL_LABELS.version).toBeNull()
  })

  test('ignore unknown keys', async () => {
    expect((await change('SCHOOL_LABELS', { guardian: 'Eltern', isAdmin: true, __proto__: 1 })).statusCode).toBe(200)
    const [row] = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('school_setting').select('setting_value').where('key', '=', 'SCHOOL_LABELS').execute(),
    )
    expect(row?.setting_value).toEqual({ guardian: 'Eltern' })
  })

  test('hold at the next request: greeting and whether applications are used', async () => {
    await change('SCHOOL_LABELS', { dashboardGreeting: 'Guten Morgen' })
    await change(REGISTRATION, { isActive: false })
    const { school } = (await head.call(accountEndpoints.basedata)).json()
    expect(school).toMatchObject({
      SCHOOL_LABELS: { dashboardGreeting: 'Guten Morgen' },
      SCHOOL_REGISTRATION_SETTINGS: { isActive: false },
    })
    const shown = (await app.visitor().call(publicSchoolEndpoints.list)).json()
    expect(shown.find(({ short }: { short: string }) => short === `fsw${count}`).registration_open).toBe(false)
  })

  test.each([
    [REGISTRATION, { school_entry_cutoff: '13-01' }, 'value.school_entry_cutoff'],
    [REGISTRATION, { optin_valid_days: 0 }, 'value.optin_valid_days'],
    [REGISTRATION, { school_entry_cutoff: '02-30' }, 'value.school_entry_cutoff'],
    [REGISTRATION, { optin_reminder_days: [10, 3] }, 'value.optin_reminder_days'],
    [REGISTRATION, { optin_reminder_days: [15] }, 'value.optin_reminder_days'],
    [REGISTRATION, { optin_valid_days: 9 }, 'value.optin_reminder_days'],
    [REGISTRATION, { optin_valid_days: 31 }, 'value.unverified_purge_days'],
    [REGISTRATION, { unverified_purge_days: 13 }, 'value.unverified_purge_days'],
    [REGISTRATION, { unverified_purge_days: 6 }, 'value.unverified_purge_days'],
    [REGISTRATION, { notify_mails: ['keine'] }, 'value.notify_mails.0'],
    ['SCHOOL_LABELS', { dashboardGreeting: '' }, 'value.dashboardGreeting'],
    ['SCHOOL_LABELS', { dashboardGreeting: 'a'.repeat(61) }, 'value.dashboardGreeting'],
    ['SICKNOTE_SETTINGS', { cutoff_time: '24:00' }, 'value.cutoff_time'],
    ['SICKNOTE_SETTINGS', { max_days_public: 61 }, 'value.max_days_public'],
    ['RETENTION_SETTINGS', { rejected_months: 0 }, 'value.rejected_months'],
    ['RETENTION_SETTINGS', { sicknote_years: 61 }, 'value.sicknote_years'],
  ])('%s: %o is refused at its field', async (key, value, field) => {
    const before = await read()
    const reply = await change(key, value)
    expect([reply.statusCode, Object.keys(reply.json().errors)]).toEqual([422, [field]])
    expect(await read()).toEqual(before)
  })

  test('that only fit together can be changed together', async () => {
    const periods = { optin_valid_days: 40, optin_reminder_days: [39, 40], unverified_purge_days: 40 }
    expect((await change(REGISTRATION, periods)).statusCode).toBe(200)
    expect((await read())[REGISTRATION].value).toMatchObject(periods)
    const alone = await change(REGISTRATION, { optin_valid_days: 39 })
    expect(alone.json().errors).toEqual({
      'value.optin_reminder_days': ['Bitte höchstens 39 Tage: So lange gilt der Bestätigungslink.'],
    })
    expect((await change(REGISTRATION, { optin_valid_days: 39, optin_reminder_days: [] })).statusCode).toBe(200)
  })

  test('stored before these rules do not keep others from being changed', async () => {
    const stored = JSON.stringify({ isActive: true, optin_valid_days: 5 })
    await insideSchool(app, fsw, (tx) =>
      tx.updateTable('school_setting').set({ setting_value: stored }).where('key', '=', REGISTRATION).execute(),
    )
    expect((await change(REGISTRATION, { electives: ['Latein'] })).statusCode).toBe(200)
    expect((await change(REGISTRATION, { unverified_purge_days: 20 })).statusCode).toBe(422)
  })

  test.each(['LOGIN_RULES', 'NICHTS', '__proto__'])('of the section %s are not set here', async (key) => {
    const reply = await change(key, { two_factor_for_heads: true })
    expect(reply.statusCode).toBe(422)
  })

  test('count the applications that still wait for a decision', async () => {
    expect((await read()).undecided_registrations).toBe(0)
    const { accepted } = await plantSchool(app, fsw, 'WORT')
    expect((await read()).undecided_registrations).toBe(1)
    const set = (fields: object) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('registration').set(fields).where('id', '=', accepted).execute())
    await set({ status: 'new', pupil_id: null, transformed_at: null })
    expect((await read()).undecided_registrations).toBe(2)
    await set({ withdrawn_at: '2026-11-01T08:00:00Z' })
    expect((await read()).undecided_registrations).toBe(1)
  })

  test('are logged as one change of settings, without values', async () => {
    await change('SCHOOL_LABELS', { dashboardGreeting: 'Geheimer Gruß' })
    await change('SCHOOL_LABELS', { dashboardGreeting: 'Anderer Gruß' })
    const entries = await insideSchool(app, fsw, (tx) =>
      tx.selectFrom('user_log').selectAll().where('action', '=', 'settings_changed').orderBy('id').execute(),
    )
    // The first change inserts the row, the second one updates it.
    expect(entries.map(({ changed_fields }) => changed_fields)).toEqual([
      ['SCHOOL_LABELS'],
      ['SCHOOL_LABELS', 'setting_value'],
    ])
    expect(entries.map(({ changed_fields }) => changedFieldLabels(changed_fields))).toEqual([
      ['Begrüßung und Bezeichnungen'],
      ['Begrüßung und Bezeichnungen'],
    ])
    expect(JSON.stringify(entries)).not.toContain('Gruß')
  })
})

describe('two people at once', () => {
  test('of one key: the second sees who was first and what is stored; of others: both are kept', async () => {
    await change('SCHOOL_LABELS', { guardian: 'Eltern' })
    const { version } = (await read()).SCHOOL_LABELS
    await change('SCHOOL_LABELS', { dashboardGreeting: 'Moin' }, version)
    const late = await change('SCHOOL_LABELS', { dashboardGreeting: 'Servus' }, version)
    expect(late.statusCode).toBe(409)
    expect(late.json()).toMatchObject({
      message: ERROR_TEXTS.stale,
      version: version + 1,
      changed_by: expect.stringMatching(/^Person/),
      value: { dashboardGreeting: 'Moin', guardian: 'Eltern' },
    })
    expect((await change('SCHOOL_LABELS', { class_teacher: 'Tutorin' }, version)).statusCode).toBe(200)
    expect((await change('SCHOOL_LABELS', { dashboardGreeting: 'Servus' }, version + 1)).statusCode).toBe(200)
    expect((await read()).SCHOOL_LABELS.value).toMatchObject({
      dashboardGreeting: 'Servus',
      guardian: 'Eltern',
      class_teacher: 'Tutorin',
    })
  })

  test('of a section nobody had changed before: the second sees who was first, too', async () => {
    await change('SICKNOTE_SETTINGS', { cutoff_time: '07:45' }, 0)
    const late = await change('SICKNOTE_SETTINGS', { cutoff_time: '07:30' }, 0)
    expect([late.statusCode, late.json()]).toEqual([
      409,
      expect.objectContaining({ changed_by: expect.stringMatching(/^Person/), changed_at: expect.any(String) }),
    ])
    expect((await change('SICKNOTE_SETTINGS', { future_days: 60 }, 0)).statusCode).toBe(200)
  })

  test('of a section nobody ever changed: no key is lost', async () => {
    const values = [{ cutoff_time: '07:30' }, { future_days: 60 }, { max_days_public: 5 }, { notify_guardians: false }]
    const replies = await Promise.all(values.map((value) => change('SICKNOTE_SETTINGS', value)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect((await read()).SICKNOTE_SETTINGS.value).toMatchObject(Object.assign({}, ...values))
  })
})

describe('the link of the form', () => {
  const link = async () => (await head.call(schoolEndpoints.formLink, { params: { id: fsw } })).json()
  const setYear = (state: 'active' | 'planned', dates: object) =>
    insideSchool(app, fsw, (tx) => tx.updateTable('schoolyear').set(dates).where('state', '=', state).execute())

  test('is its address as text and as QR code, with the year that is open', async () => {
    const { qr_svg, ...answer } = await link()
    expect(answer).toEqual({
      url: `http://localhost:3000/app/fsw${count}/registrierungNeueSchueler`,
      schoolyears: [{ name: '2027/2028', is_open: true, opens_at: null }],
    })
    expect(qr_svg).toMatch(/^<svg [^>]*viewBox/)
  })

  test('names years from their opening to their end, to the second', async () => {
    const now = app.platform.now().getTime()
    const at = (ms: number) => new Date(now + ms).toISOString()
    const years = async () => (await link()).schoolyears
    await setYear('planned', { registration_from: at(1000), registration_until: null })
    expect(await years()).toEqual([{ name: '2027/2028', is_open: false, opens_at: at(1000).replace('.000Z', 'Z') }])
    await setYear('planned', { registration_from: at(0) })
    expect(await years()).toEqual([{ name: '2027/2028', is_open: true, opens_at: null }])
    await setYear('planned', { registration_until: at(1000) })
    expect(await years()).toHaveLength(1)
    await setYear('planned', { registration_from: at(-2000), registration_until: at(0) })
    expect(await years()).toEqual([])
  })

  test('opens nothing while the school uses no applications', async () => {
    await change(REGISTRATION, { isActive: false })
    expect((await link()).schoolyears).toEqual([{ name: '2027/2028', is_open: false, opens_at: null }])
  })
})
