import { afterAll, beforeAll, expect, test } from 'vitest'
import { berlinToday } from '#contract/dates.ts'
import { type FirstStep, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { makePupil } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { makeEmployee } from '#server/test/school-staff.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let post: PostOffice
let fsw: number
let head: TestVisitor
let neighbour: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  fsw = await makeSchool(app, 'fsw', { has_classes: false })
  const fow = await makeSchool(app, 'fow', { has_classes: false })
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  neighbour = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
})
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const stepsFor = async (visitor: TestVisitor) =>
  firstStepEndpoints.list.response.parse((await visitor.call(firstStepEndpoints.list)).json())
const stepFor = async (visitor: TestVisitor, wanted: FirstStep) =>
  (await stepsFor(visitor)).find(({ step }) => step === wanted)
const doneFor = async (visitor: TestVisitor) => {
  const steps = await stepsFor(visitor)
  return steps.filter(({ is_done }) => is_done).map(({ step }) => step)
}
const inFsw = (work: Parameters<typeof insideSchool<unknown>>[2]) => insideSchool(app, fsw, work)

const activeYear = (tx: Parameters<Parameters<typeof inFsw>[0]>[0]) =>
  tx.selectFrom('schoolyear').select(['id', 'date_start']).where('state', '=', 'active').executeTakeFirstOrThrow()

const addFreeDay = (kind: string) =>
  inFsw(async (tx) => {
    const { id, date_start } = await activeYear(tx)
    const day = { school_year_id: id, name: kind, kind, date_start, date_end: date_start }
    await tx.insertInto('schoolyear_free_day').values(day).execute()
  })

test('a new school has done nothing but what its installation brings', async () => {
  app.platform.hasBackups = false
  expect(await doneFor(head)).toEqual([])
  app.platform.hasBackups = true
  expect(await doneFor(head)).toEqual(['backup'])
})

test('public holidays are no holidays', async () => {
  await addFreeDay('public_holiday')
  expect(await doneFor(head)).not.toContain('holidays')
  await addFreeDay('holiday')
  expect(await doneFor(head)).toContain('holidays')
})

test('a year to come without holidays is named, though the step is done', async () => {
  const { id, name, date_start } = await insideSchool(app, fsw, (tx) =>
    tx
      .selectFrom('schoolyear')
      .select(['id', 'name', 'date_start'])
      .where('state', '=', 'planned')
      .executeTakeFirstOrThrow(),
  )
  expect(await stepFor(head, 'holidays')).toMatchObject({ is_done: true, count: 1, open_year: name })
  const day = { school_year_id: id, name: 'Ferien', kind: 'holiday', date_start, date_end: date_start }
  await inFsw((tx) => tx.insertInto('schoolyear_free_day').values(day).execute())
  expect(await stepFor(head, 'holidays')).toMatchObject({ is_done: true, count: 1, open_year: null })
})

test('classes need places in the entry grade, too', async () => {
  const grade = (tx: Parameters<Parameters<typeof inFsw>[0]>[0]) =>
    tx.selectFrom('schoolgrade').select('id').where('is_entry', '=', true).executeTakeFirstOrThrow()
  await inFsw(async (tx) => {
    const [{ id: school_year_id }, { id: schoolgrade_id }] = [await activeYear(tx), await grade(tx)]
    await tx.insertInto('schoolclass').values({ school_year_id, schoolgrade_id, description: 'a' }).execute()
  })
  expect(await doneFor(head)).not.toContain('classes')
  const { name } = await insideSchool(app, fsw, (tx) =>
    tx.selectFrom('schoolgrade').select('name').where('is_entry', '=', true).executeTakeFirstOrThrow(),
  )
  expect(await stepFor(head, 'classes')).toMatchObject({ count: 1, missing: [name] })
  await inFsw(async (tx) => {
    const [{ id: school_year_id }, { id: schoolgrade_id }] = [await activeYear(tx), await grade(tx)]
    await tx.insertInto('schoolgrade_capacity').values({ school_year_id, schoolgrade_id, places: 40 }).execute()
  })
  expect(await stepFor(head, 'classes')).toMatchObject({ is_done: true, missing: [] })
})

test('a mail server counts once it has taken a mail', async () => {
  app.platform.hasMailServer = true
  expect(await doneFor(head)).not.toContain('mail')
  await apply(app, app.visitor(), { answers: { 'contacts.0.mail': 'familie@example.org' } })
  expect(await doneFor(head)).toContain('form')
  expect(await doneFor(head)).not.toContain('mail')
  await post.runDue()
  expect(await stepFor(head, 'mail')).toMatchObject({ is_done: true, last_on: berlinToday(new Date()) })
  app.platform.hasMailServer = false
  expect(await doneFor(head)).not.toContain('mail')
  app.platform.hasMailServer = true
})

test('a child, a colleague, a processor and an imprint each end a step', async () => {
  await makePupil(app, fsw, {})
  expect(await doneFor(head)).toContain('pupils')
  await makeEmployee(app, fsw, {})
  const { id: user_id } = await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })
  await makeEmployee(app, fsw, { user_id })
  expect(await stepFor(head, 'colleagues')).toMatchObject({ is_done: true, count: 2, without_account: 1 })
  await inFsw((tx) =>
    tx
      .insertInto('processor')
      .values({ name: 'Rechenzentrum', kind: 'hosting', service: 'Server', place: 'Berlin' })
      .execute(),
  )
  expect(await doneFor(head)).toContain('processors')
  expect(await doneFor(head)).not.toContain('imprint')
  await app.database.owner.query(
    "insert into legal_text (key, version_number, body_markdown) values ('datenschutz', 1, 'x'), ('impressum', 1, 'x')",
  )
  expect(await doneFor(head)).toContain('imprint')
})

test('nothing of one school counts for another, except what belongs to the installation', async () => {
  expect(await doneFor(neighbour)).toEqual(['imprint', 'backup'])
})

test('data protection names the heads of the school who may see protected data', async () => {
  await makeUser(app, { role: 'schooladmin', schools: [fsw], may_view_sensitive: false })
  await makeUser(app, { role: 'admin', schools: [fsw] })
  expect(await stepFor(head, 'processors')).toMatchObject({ doers: ['Person 1'] })
  expect(await stepFor(neighbour, 'processors')).toMatchObject({ doers: ['Person 2'] })
})
