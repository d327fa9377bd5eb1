import { withAnswer } from '#contract/dotted-keys.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import type { FormContext, RegistrationForm } from '#contract/registrations/registrations.form.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { insideSchool } from './factories.ts'
import type { TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

type Short = 'fsw' | 'fow'

const FAMILY = {
  'meta.entry_type': 'regular',
  'meta.child_firstname': 'Mia',
  'meta.child_lastname': 'Müller',
  'meta.child_gender': 'f',
  'meta.child_street': 'Dorfstraße',
  'meta.child_house_number': '1a',
  'meta.child_zip': '15999',
  'meta.child_city': 'Wacholderhain',
  'meta.custody': 'sole',
  'contacts.0.firstname': 'Anna',
  'contacts.0.lastname': 'Müller',
  'contacts.0.relationship': 'mother',
  'contacts.0.mail': 'anna@example.org',
  'contacts.0.phone': '0331 123456',
  'meta.truth_confirmed': true,
  'meta.privacy_notice_read': true,
}
const CHILD: Record<Short, Record<string, unknown>> = {
  fsw: { 'meta.child_birthdate': '31.3.2021', 'meta.afterschool_care': 'long' },
  fow: {
    'meta.child_birthdate': '2015-03-31',
    'meta.previous_school_name': 'Freie Schule',
    'meta.previous_school_city': 'Wacholderhain',
    'meta.previous_school_type': 'grundschule',
    'meta.previous_grade': 6,
  },
}
/** Two people with custody, both with a mail address. */
export const SECOND_CONTACT = {
  'meta.custody': 'joint',
  'meta.joint_consent_declared': true,
  'contacts.1.firstname': 'Ole',
  'contacts.1.lastname': 'Berg',
  'contacts.1.relationship': 'father',
  'contacts.1.mail': 'ole@example.org',
}

const fillIn = (context: FormContext, answers: Record<string, unknown>) =>
  Object.entries(answers).reduce<RegistrationForm>(
    (form, [key, answer]) => withAnswer(form, key, answer),
    initialForm(context),
  )

/** Opens a school's form and fills it in like a family; the clock moves on by a minute. */
export async function fillForm(
  app: TestApp,
  browser: TestVisitor,
  { short = 'fsw', answers = {} }: { short?: Short; answers?: Record<string, unknown> } = {},
) {
  const settings = (await browser.call(endpoints.settings, { params: { school_short: short } })).json()
  app.setNow(new Date(app.platform.now().getTime() + 60_000))
  const form = fillIn({ mode: 'public', ...settings.form }, { ...FAMILY, ...CHILD[short], ...answers })
  return { ...form, notice_id: settings.notice?.id, form_token: settings.form_token, website: '' }
}

/** Sends a filled-in form. */
export const submit = (browser: TestVisitor, short: Short, body: object) =>
  browser.call(endpoints.submit, { params: { school_short: short }, body })

/** Fills in and sends the form; returns the number. */
export async function apply(
  app: TestApp,
  browser: TestVisitor,
  options: { short?: Short; answers?: Record<string, unknown> } = {},
) {
  const reply = await submit(browser, options.short ?? 'fsw', await fillForm(app, browser, options))
  if (reply.statusCode !== 201) throw new Error(`Refused: ${reply.body}`)
  return reply.json().number as string
}

export const countRegistrations = (app: TestApp, schoolId: number) =>
  insideSchool(app, schoolId, async (tx) => (await tx.selectFrom('registration').select('id').execute()).length)

/** The application that arrived last, with everything that belongs to it. */
export const readNewest = (app: TestApp, schoolId: number) =>
  insideSchool(app, schoolId, async (tx) => {
    const row = await tx.selectFrom('registration').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
    const contacts = await tx
      .selectFrom('registration_contact')
      .selectAll()
      .where('registration_id', '=', row.id)
      .orderBy('position')
      .execute()
    const history = await tx
      .selectFrom('registration_status_history')
      .selectAll()
      .where('registration_id', '=', row.id)
      .execute()
    const ids = contacts.map(({ id }) => id)
    const mails = await tx.selectFrom('mail_log').selectAll().where('related_id', 'in', ids).orderBy('id').execute()
    return { row, contacts, history, mails }
  })
