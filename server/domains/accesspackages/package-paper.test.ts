import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { accessPackageEndpoints, PACKAGE_TEXTS, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import { makeUser } from '#server/test/factories.ts'
import { openPackageSchool, type PackageSchool, unpack } from '#server/test/package-school.ts'
import { readPdf } from '#server/test/read-pdf.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

const NOW = new Date('2026-11-20T06:40:00Z')

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())
afterEach(() => school.app.setNow(NOW))

const make = async (visitor: TestVisitor = school.head): Promise<PackageReply> => {
  const reply = await school.create({ subject: 'pupil', id: school.mia, recipient_id: school.anna }, visitor)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json()
}
const print = ({ id, password }: Pick<PackageReply, 'id' | 'password'>, visitor: TestVisitor = school.head) =>
  visitor.call(accessPackageEndpoints.print, { params: { id }, body: { password } })
const logged = () =>
  school.inFsw((tx) =>
    tx
      .selectFrom('user_log')
      .select(['entity_type', 'entity_id'])
      .where('action', '=', 'access_package_printed')
      .execute(),
  )
const makeHead = async (schools = [school.fsw]) => {
  const { id } = await makeUser(school.app, { role: 'schooladmin', schools })
  return { id, visitor: await school.app.signedIn(id) }
}
const expectGone = async (made: PackageReply, visitor?: TestVisitor) => {
  const before = await logged()
  const reply = await print(made, visitor)
  expect([reply.statusCode, reply.json().message]).toEqual([404, PACKAGE_TEXTS.gone])
  expect(await logged()).toEqual(before)
}

test('is the PDF of the zip alone, uncached, logged, and the file can still be fetched', async () => {
  const before = await logged()
  const made = await make()
  const reply = await print(made)
  expect(reply.statusCode, reply.body).toBe(200)
  expect(reply.headers).toMatchObject({ 'content-type': 'application/pdf', 'cache-control': 'no-store' })
  expect(await logged()).toEqual([...before, { entity_type: 'pupil', entity_id: school.mia }])
  const zipped = await unpack(new Uint8Array((await school.fetch(made.id)).rawPayload), made.password)
  const { pages } = await readPdf(new Uint8Array(reply.rawPayload))
  expect(pages.map(({ text }) => text)).toEqual(zipped.pdf.pages.map(({ text }) => text))
})

test('leaves nothing behind but the time, neither the PDF nor the password', async () => {
  const made = await make()
  const row = () =>
    school.inFsw((tx) =>
      tx.selectFrom('access_package').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow(),
    )
  const stored = async () =>
    (await school.app.database.owner.query('select count(*)::int as n from idempotency')).rows[0]?.n as number
  const before = await row()
  const replies = await stored()
  expect((await print(made)).statusCode).toBe(200)
  expect(await stored()).toBe(replies)
  const { printed_at, updated_at: _later, ...rest } = await row()
  const { printed_at: never, updated_at: _earlier, ...was } = before
  expect([never, printed_at]).toEqual([null, expect.anything()])
  expect(rest).toEqual(was)
})

test('is refused a second time, also at the same moment', async () => {
  const made = await make()
  const replies = await Promise.all([print(made), print(made)])
  expect(replies.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  const third = await print(made)
  expect([third.statusCode, third.json().message]).toEqual([409, PACKAGE_TEXTS.printed])
})

test('a wrong password is refused at its field and is not the one look', async () => {
  const made = await make()
  const wrong = await print({ ...made, password: 'aaaa-aaaa-aaaa-aaaa-aaaa' })
  expect([wrong.statusCode, wrong.json().errors]).toEqual([422, { password: [PACKAGE_TEXTS.wrongPassword] }])
  expect((await print({ ...made, password: '' })).statusCode).toBe(422)
  expect((await print(made)).statusCode).toBe(200)
})

test('is refused once the file was saved', async () => {
  const made = await make()
  expect((await school.fetch(made.id)).statusCode).toBe(200)
  await expectGone(made)
})

test('is refused to a colleague, to another school and for an unknown file', async () => {
  const made = await make()
  await expectGone(made, (await makeHead()).visitor)
  await expectGone(made, (await makeHead([school.fow])).visitor)
  await expectGone({ ...made, id: 999_999 })
  expect((await print(made)).statusCode).toBe(200)
})

test('is refused to its maker at another school', async () => {
  const { id, visitor } = await makeHead([school.fsw, school.fow])
  const made = await make(visitor)
  const moveTo = (target: number) =>
    school.app.database.owner.query('update app_user set school_id = $1 where id = $2', [target, id])
  await moveTo(school.fow)
  await expectGone(made, visitor)
  await moveTo(school.fsw)
  expect((await print(made, visitor)).statusCode).toBe(200)
})

test('is refused when the right to the subject was taken away', async () => {
  const { id, visitor } = await makeHead()
  const { id: account } = await makeUser(school.app, { role: 'viewer', schools: [school.fsw] })
  const made = await school.create({ subject: 'user', id: account }, visitor)
  expect(made.statusCode, made.body).toBe(201)
  await school.app.database.owner.query('update app_user set may_manage_users = false where id = $1', [id])
  expect((await print(made.json(), visitor)).statusCode).toBe(403)
})

test('is there until the last second of 24 hours', async () => {
  const [early, late] = [await make(), await make()]
  school.app.setNow(new Date('2026-11-21T06:39:59Z'))
  expect((await print(early)).statusCode).toBe(200)
  school.app.setNow(new Date('2026-11-21T06:40:00Z'))
  await expectGone(late)
})

test('waits for an erasure that runs, and is refused after it, like the download', async () => {
  const made = await make()
  const client = await school.app.database.pool.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.school_id', $1, true)`, [String(school.fsw)])
    await client.query(`insert into erasure (subject, subject_id, rule, action, erased_on)
      values ('pupil', 4712, 'request_withdrawn', 'delete', '2026-11-20')`)
    const calls = [print(made), school.fetch(made.id)]
    const waiting = `select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`
    await expect.poll(async () => (await school.app.database.owner.query(waiting)).rows[0].n).toBe(2)
    await client.query('commit')
    expect((await Promise.all(calls)).map(({ statusCode }) => statusCode)).toEqual([404, 404])
  } finally {
    client.release()
  }
})

test('is refused after somebody was restricted, and after somebody was erased', async () => {
  const calls = restrictionsOf(school.head)
  const [first, second] = [await make(), await make()]
  await calls.restrict('guardian', school.paul)
  await expectGone(first)
  await calls.release('guardian', school.paul)
  await expectGone(second)
  const third = await make()
  await school.inFsw((tx) =>
    sql`insert into erasure (subject, subject_id, rule, action, erased_on)
      values ('pupil', 4711, 'proof', 'delete', '2026-11-20')`.execute(tx),
  )
  await expectGone(third)
})
