import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { MESSAGES } from '#contract/formats.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { insideSchool, makeSchool } from '#server/test/factories.ts'
import { apply, countRegistrations, fillForm, readNewest, SECOND_CONTACT, submit } from '#server/test/family-forms.ts'
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

describe('an application', () => {
  test('to fsw is stored with number, contacts, history, notice and one mail for each address', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: SECOND_CONTACT })
    const reply = await submit(browser, 'fsw', body)
    expect(reply.statusCode).toBe(201)
    expect(reply.json()).toEqual({
      number: 'FSW-2027-0001',
      message:
        'Vielen Dank! Ihre Bewerbung FSW-2027-0001 ist eingegangen. Bitte bestätigen Sie Ihre E-Mail-Adresse über den Link, den wir Ihnen gesendet haben.',
    })
    const { row, contacts, history, mails } = await readNewest(app, fsw)
    expect(row).toMatchObject({
      number: 'FSW-2027-0001',
      status: 'new',
      source: 'web',
      desired_grade: 1,
      entry_type: 'regular',
      desired_start_date: '2027-08-01',
      child_birthdate: '2021-03-31',
      form_version: '2026.1',
      privacy_notice_id: body.notice_id,
      created_at: '2026-11-20T06:41:00Z',
    })
    expect(row.meta).toMatchObject({ child_firstname: 'Mia', privacy_notice_read: true, custody: 'joint' })
    expect(row.meta).not.toHaveProperty('change_reason')
    expect(contacts.map(({ mail, has_custody }) => [mail, has_custody])).toEqual([
      ['anna@example.org', true],
      ['ole@example.org', true],
    ])
    expect(history).toMatchObject([{ from_status: null, to_status: 'new', changed_by: null }])
    expect(mails.map(({ template, recipient_masked, state }) => [template, recipient_masked, state])).toEqual([
      ['registration_optin', 'a***@example.org', 'queued'],
      ['registration_optin', 'o***@example.org', 'queued'],
    ])
  })

  test('to fow is counted by itself', async () => {
    expect(await apply(app, app.visitor(), { short: 'fow' })).toBe('FOW-2027-0001')
    expect((await readNewest(app, fow)).row).toMatchObject({ desired_grade: 7, entry_type: 'regular' })
  })

  test('for a change of school goes to the grade and day that were wished', async () => {
    const lateral = {
      'meta.entry_type': 'lateral',
      desired_grade: 3,
      desired_start_date: '2027-08-16',
      'meta.child_birthdate': '2018-05-03',
      'meta.previous_school_name': 'Grundschule am See',
      'meta.previous_school_city': 'Potsdam',
      'meta.previous_school_type': 'grundschule',
      'meta.previous_grade': 2,
    }
    await apply(app, app.visitor(), { answers: lateral })
    expect((await readNewest(app, fsw)).row).toMatchObject({ desired_grade: 3, desired_start_date: '2027-08-16' })
    const eighth = { ...lateral, desired_grade: 8, 'meta.child_birthdate': '2014-05-03', 'meta.previous_grade': 7 }
    await apply(app, app.visitor(), { short: 'fow', answers: eighth })
    expect((await readNewest(app, fow)).row).toMatchObject({ desired_grade: 8, entry_type: 'lateral' })
  })

  test('keeps nothing that was not asked', async () => {
    const browser = app.visitor()
    const form = await fillForm(app, browser, { answers: { 'meta.child_firstname': 'Ben' } })
    const meta = { ...form.meta, religion: 'keine', nationality: 'DE', change_reason: 'nur bei Quereinstieg' }
    const more = { id: 1, school_id: fow, status: 'accepted', mail_verified_at: '2026-01-01T00:00:00Z', version: 9 }
    const contacts = [{ ...form.contacts[0], mail_verified_at: '2026-01-01T00:00:00Z', has_custody: false }]
    expect((await submit(browser, 'fsw', { ...form, ...more, meta, contacts })).statusCode).toBe(201)
    const { row, contacts: stored } = await readNewest(app, fsw)
    expect(row).toMatchObject({ school_id: fsw, status: 'new', version: 1 })
    for (const key of ['religion', 'nationality', 'change_reason']) expect(row.meta).not.toHaveProperty(key)
    expect(stored).toMatchObject([{ mail_verified_at: null, has_custody: true }])
  })

  test('with __proto__ or constructor in it is refused and changes no object', async () => {
    const browser = app.visitor()
    const form = JSON.stringify(await fillForm(app, browser))
    for (const evil of ['"__proto__":{"polluted":1}', '"constructor":{"prototype":{"polluted":1}}']) {
      const reply = await browser.inject('POST', '/api/public/schoolRegistration/fsw', {
        body: `{${evil},${form.slice(1)}`,
        headers: { 'content-type': 'application/json' },
      })
      expect(reply.statusCode).toBe(400)
    }
    expect(({} as { polluted?: number }).polluted).toBeUndefined()
  })
})

describe('a form with mistakes', () => {
  test('names every field that is wrong, in German', async () => {
    const before = await countRegistrations(app, fsw)
    const browser = app.visitor()
    const answers = {
      'meta.child_firstname': 'M1a',
      'meta.child_birthdate': '2024-01-01',
      'contacts.0.mail': 'anna',
      'meta.privacy_notice_read': false,
      'meta.child_zip': '',
    }
    const reply = await submit(browser, 'fsw', await fillForm(app, browser, { answers }))
    expect(reply.statusCode).toBe(422)
    expect(reply.json()).toEqual({
      message: ERROR_TEXTS.invalid,
      errors: {
        'meta.child_firstname': [MESSAGES.name],
        'meta.child_birthdate': ['Ihr Kind ist für die Einschulung in diesem Schuljahr noch zu jung.'],
        'contacts.0.mail': [MESSAGES.email],
        'meta.privacy_notice_read': [MESSAGES.mustBeTrue],
        'meta.child_zip': [MESSAGES.required],
      },
    })
    expect(await countRegistrations(app, fsw)).toBe(before)
  })

  test('cannot name a year, grade or school that is not offered', async () => {
    const browser = app.visitor()
    const wrongYear = await submit(browser, 'fsw', await fillForm(app, browser, { answers: { school_year_id: 1 } }))
    expect(wrongYear.json().errors).toHaveProperty('school_year_id')
    const otherYear = await insideSchool(app, fow, (tx) =>
      tx.selectFrom('schoolyear').select('id').where('state', '=', 'planned').executeTakeFirstOrThrow(),
    )
    const foreign = await submit(
      browser,
      'fsw',
      await fillForm(app, browser, { answers: { school_year_id: otherYear.id } }),
    )
    expect(foreign.statusCode).toBe(422)
    expect(foreign.json().errors).toHaveProperty('school_year_id')
  })

  test('that saw an older notice is asked to read the new one', async () => {
    const browser = app.visitor()
    const body = await fillForm(app, browser, { answers: { 'meta.child_firstname': 'Ida' } })
    await insideSchool(app, fsw, (tx) =>
      tx
        .insertInto('privacy_notice')
        .values({ school_id: fsw, version_number: 2, body_markdown: 'Neue Fassung' })
        .execute(),
    )
    const reply = await submit(browser, 'fsw', body)
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ 'meta.privacy_notice_read': [PUBLIC_REGISTRATION_TEXTS.staleNotice] })
    const notice = (await settingsOf('fsw')).json().notice
    expect(notice.text).toBe('Neue Fassung')
    expect((await submit(browser, 'fsw', { ...body, notice_id: notice.id })).statusCode).toBe(201)
  })
})
