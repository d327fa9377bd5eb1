import { afterAll, beforeAll, expect, test } from 'vitest'
import { formKeys } from '#contract/registrations/registrations.form.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { buildApp } from '#server/app.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply, countRegistrations, fillForm, submit } from '#server/test/family-forms.ts'
import { linkIn } from '#server/test/optin-families.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openVisitor } from '#server/test/test-visitor.ts'

const CANARY = 'Zzkanarie'
const CANARY_FORM = {
  'meta.child_firstname': CANARY,
  'meta.child_lastname': CANARY,
  'meta.motivation': CANARY,
  'meta.child_city': CANARY,
  'contacts.0.lastname': CANARY,
  'contacts.0.mail': `${CANARY}@example.org`,
}

let app: TestApp
let post: PostOffice
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

test('an application with its confirmation leaves no name, address or token in logs, job queue and mail log', async () => {
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const logged = await buildApp({ platform: app.platform, logLevel: 'trace', logStream })
  const browser = openVisitor(logged)
  const params = { school_short: 'fsw' }
  await browser.call(endpoints.saveDraft, { params, body: { step: 'child', answers: CANARY_FORM } })
  const body = await fillForm(app, browser, { answers: CANARY_FORM })
  await submit(browser, 'fsw', { ...body, notice_id: body.notice_id + 1 })
  expect((await submit(browser, 'fsw', body)).statusCode).toBe(201)
  const { rows: jobs } = await app.database.owner.query('select * from graphile_worker._private_jobs')
  await post.runDue()
  const link = linkIn(post.mails[0]?.text)
  expect((await browser.call(endpoints.confirmOptin, { body: link })).statusCode).toBe(200)
  await browser.inject('GET', `/app/registration_contact_optin/fsw/${link.contact_id}/${link.contact_uuid}`)
  await logged.close()
  const stored = await insideSchool(app, fsw, async (tx) => [
    await tx.selectFrom('user_log').selectAll().execute(),
    await tx.selectFrom('mail_log').selectAll().execute(),
  ])
  const everything = JSON.stringify([lines, jobs, stored])
  expect(lines.length).toBeGreaterThan(10)
  for (const secret of [CANARY, link.contact_uuid, browser.cookies.get('visitor') ?? '-', body.form_token]) {
    expect(everything.toLowerCase()).not.toContain(secret.toLowerCase())
  }
})

test('nothing of one school shows in the public answers of another', async () => {
  const family = app.visitor()
  await apply(app, family, { answers: { ...CANARY_FORM, 'contacts.0.mail': 'zzkanarie.2@example.org' } })
  await insideSchool(app, fsw, (tx) =>
    tx
      .insertInto('schoolyear_free_day')
      .values({
        school_id: fsw,
        school_year_id: tx.selectFrom('schoolyear').select('id').where('state', '=', 'planned'),
        name: `Sommerferien ${CANARY}`,
        kind: 'holiday',
        date_start: '2028-06-22',
        date_end: '2028-07-31',
      })
      .execute(),
  )
  const params = { school_short: 'fow' }
  const settings = await family.call(endpoints.settings, { params })
  const replies = [
    settings,
    await family.call(endpoints.receipt, { params }),
    await family.call(endpoints.receiptContacts, { params }),
    await family.call(endpoints.draft, { params }),
    await family.call(endpoints.correctMail, { params, body: { mail: 'x@example.org' } }),
  ]
  expect(replies.map(({ body }) => body).join()).not.toMatch(/zzkanarie|FSW-/i)
  expect(settings.json().form.summer_breaks).toEqual([])
  const own = await family.call(endpoints.settings, { params: { school_short: 'fsw' } })
  expect(own.json().form.summer_breaks).toEqual([{ date_start: '2028-06-22', date_end: '2028-07-31' }])
})

test('a signed-in head of another school applies in public like anyone, in the school of the form', async () => {
  const { id } = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const before = await countRegistrations(app, fsw)
  const number = await apply(app, await app.signedIn(id), { short: 'fow' })
  expect(number).toMatch(/^FOW-/)
  expect(await countRegistrations(app, fsw)).toBe(before)
  const rows = await insideSchool(app, fow, (tx) => tx.selectFrom('registration').select('school_id').execute())
  expect(rows).toEqual([{ school_id: fow }])
})

test('the form asks for no photo, religion, nationality, language of origin or diagnosis', () => {
  expect(formKeys().filter((key) => /photo|foto|bild|relig|nation|herkunft|diagnos|vaccin|impf/i.test(key))).toEqual([])
})
