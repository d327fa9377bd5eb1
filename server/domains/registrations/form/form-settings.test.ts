import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { fillForm, submit } from '#server/test/family-forms.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(() => app.stop())

const settingsOf = (short: string) => app.visitor().call(endpoints.settings, { params: { school_short: short } })

const openYear = (change: { from: string | null; until: string | null }) =>
  insideSchool(app, fsw, (tx) =>
    tx
      .updateTable('schoolyear')
      .set({ registration_from: change.from, registration_until: change.until })
      .where('state', '=', 'planned')
      .execute(),
  )

const setSettings = (schoolId: number, settings: object) =>
  insideSchool(app, schoolId, (tx) =>
    tx
      .updateTable('school_setting')
      .set({ setting_value: JSON.stringify(settings) })
      .where('key', '=', 'SCHOOL_REGISTRATION_SETTINGS')
      .execute(),
  )

describe('the form of a school', () => {
  test('shows school, open years, its own grades, the partner school and the newest notice', async () => {
    const reply = await settingsOf('fsw')
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toBe('no-store')
    expect(reply.cookies).toEqual([])
    const settings = reply.json()
    expect(settings).toMatchObject({ is_open: true, message: null, opens_at: null, draft: null })
    expect(settings.school.accent).toBe('#2e7d4f')
    expect(settings.form.variant).toBe('primary')
    expect(settings.form.schoolyears.map(({ name }: { name: string }) => name)).toEqual(['2027/2028'])
    expect(settings.form.schools.map(({ short }: { short: string }) => short)).toEqual(['fsw', 'fow'])
    expect(settings.form.grades).toHaveLength(6)
    expect(settings.notice.text).toContain('Trägerverein Wacholderhain')
    expect(settings.form.settings).not.toHaveProperty('notify_mails')
    expect((await settingsOf('fow')).json().form).toMatchObject({ variant: 'secondary_1' })
  })

  test('of an unknown school is 404, whatever was written', async () => {
    const bodies = new Set<string>()
    for (const short of ['abc', 'FSW', 'f', 'a'.repeat(100), "' or 1=1", '\0', '../fsw']) {
      const reply = await settingsOf(short)
      expect(reply.statusCode, short).toBe(404)
      bodies.add(reply.body)
    }
    expect([...bodies]).toEqual([JSON.stringify({ message: ERROR_TEXTS.notFound })])
  })

  test('is closed without an open year: contact and day of opening stay, sending is refused', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser)
    await openYear({ from: '2026-12-01T08:00:00Z', until: null })
    const closed = (await settingsOf('fsw')).json()
    expect(closed).toMatchObject({
      is_open: false,
      message: 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.',
      opens_at: '2026-12-01T08:00:00Z',
      school: { mail: 'sekretariat.fsw@example.org', phone: '030 23125-100' },
      form_token: null,
    })
    expect(closed.form.schoolyears).toEqual([])
    // The page behind a confirmation link shows it, too, also after the form has closed (domain §9c).
    expect(closed.notice.text).toContain('Trägerverein Wacholderhain')
    const refused = await submit(browser, 'fsw', body)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toEqual({ message: 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.' })
    const draft = { params: { school_short: 'fsw' }, body: { step: 'child', answers: {} } }
    expect((await browser.call(endpoints.saveDraft, draft)).statusCode).toBe(403)
    await openYear({ from: '2026-11-01T00:00:00Z', until: null })
  })

  test('opens and closes to the second', async () => {
    await openYear({ from: '2026-11-20T06:40:00Z', until: '2026-11-20T06:50:00Z' })
    app.setNow(new Date('2026-11-20T06:39:59.999Z'))
    expect((await settingsOf('fsw')).json().is_open).toBe(false)
    app.setNow(new Date('2026-11-20T06:40:00Z'))
    expect((await settingsOf('fsw')).json().is_open).toBe(true)
    app.setNow(new Date('2026-11-20T06:50:00Z'))
    expect((await settingsOf('fsw')).json()).toMatchObject({ is_open: false, opens_at: null })
    await openYear({ from: '2026-11-01T00:00:00Z', until: null })
  })

  test('is closed for a school that takes no applications at all', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { short: 'fow' })
    await setSettings(fow, { isActive: false })
    expect((await settingsOf('fow')).json()).toMatchObject({ is_open: false, opens_at: null })
    expect((await submit(browser, 'fow', body)).statusCode).toBe(403)
    await setSettings(fow, { isActive: true })
  })
})
