import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeUser } from '#server/test/factories.ts'
import { writeLog } from '#server/test/log-rows.ts'
import { openPackageSchool, type PackageSchool, sectionsOf, unpack } from '#server/test/package-school.ts'
import { expirePackages } from './expire-packages.ts'

let school: PackageSchool
beforeAll(async () => {
  school = await openPackageSchool()
})
afterAll(() => school.app.stop())

const make = async () => {
  const reply = await school.create({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
  expect(reply.statusCode).toBe(201)
  return reply.json() as { id: number; password: string; filename: string; bytes: number; expires_at: string }
}

test('is stored encrypted, fetched once by its maker, and then gone', async () => {
  const made = await make()
  expect(made).toMatchObject({ filename: 'Auskunft-2026-11-20.zip', expires_at: '2026-11-21T06:40:00.000Z' })
  expect(made.password).toMatch(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/)
  const stored = await school.inFsw((tx) =>
    tx.selectFrom('access_package').select('file_encrypted').where('id', '=', made.id).executeTakeFirstOrThrow(),
  )
  for (const word of ['Müller', 'auskunft.pdf', made.password, 'PK'])
    expect(stored.file_encrypted?.subarray(0, 200).includes(Buffer.from(word))).toBe(false)
  const colleague = await school.app.signedIn(
    (await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })).id,
  )
  expect((await school.fetch(made.id, colleague)).statusCode).toBe(404)
  const [first, second] = await Promise.all([school.fetch(made.id), school.fetch(made.id)])
  expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 404])
  const file = first.statusCode === 200 ? first : second
  expect(file.rawPayload.length).toBe(made.bytes)
  expect(file.headers['content-disposition']).toContain('Auskunft-2026-11-20.zip')
  expect(file.rawPayload.includes(Buffer.from('Müller'))).toBe(false)
  expect((await school.fetch(made.id)).json().message).toContain('erstellen Sie die Auskunft neu')
  const rows = await school.inFsw((tx) =>
    tx
      .selectFrom('user_log')
      .select(['action', 'entity_type', 'entity_id'])
      .where('action', 'like', 'access_package%')
      .orderBy('id', 'desc')
      .limit(2)
      .execute(),
  )
  const about = { entity_type: 'pupil', entity_id: school.mia }
  expect(rows).toEqual([
    { action: 'access_package_downloaded', ...about },
    { action: 'access_package_created', ...about },
  ])
})

test('leaves out of the log what was refused', async () => {
  const about = { type: 'pupil', id: school.mia }
  await writeLog(school.app, school.fsw, [
    { ...about, action: 'delete', result: 'denied' },
    { ...about, action: 'parents_link_mailed', result: 'ok' },
  ])
  const { data } = await school.open({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
  const actions = sectionsOf(data.sections, 'log').flatMap(({ entries }) =>
    entries.flatMap(({ facts }) => facts.filter(({ key }) => key === 'action').map(({ value }) => value)),
  )
  expect([actions.includes('parents_link_mailed'), actions.includes('delete')]).toEqual([true, false])
})

test('cannot be opened without the password', async () => {
  const made = await make()
  const { rawPayload } = await school.fetch(made.id)
  await expect(unpack(new Uint8Array(rawPayload), 'falsch')).rejects.toThrow(/password/i)
  await expect(unpack(new Uint8Array(rawPayload))).rejects.toThrow(/encrypted/i)
})

test('is refused after 24 hours, the job deletes it, and a year later the note that it was made', async () => {
  const [early, late] = [await make(), await make()]
  school.app.setNow(new Date('2026-11-21T06:39:59Z'))
  await expirePackages(school.app.platform)({})
  expect((await school.fetch(early.id)).statusCode).toBe(200)
  school.app.setNow(new Date('2026-11-21T06:40:00Z'))
  expect((await school.fetch(late.id)).statusCode).toBe(404)
  await expirePackages(school.app.platform)({})
  await school.inFsw(async (tx) => {
    const row = await tx.selectFrom('access_package').selectAll().where('id', '=', late.id).executeTakeFirstOrThrow()
    expect([row.file_encrypted, row.downloaded_at]).toEqual([null, null])
  })
  const noted = () =>
    school.inFsw((tx) => tx.selectFrom('access_package').select('id').where('id', '=', late.id).execute())
  school.app.setNow(new Date('2027-11-20T12:00:00+01:00'))
  await expirePackages(school.app.platform)({})
  expect(await noted()).toHaveLength(1)
  school.app.setNow(new Date('2027-11-21T12:00:00+01:00'))
  await expirePackages(school.app.platform)({})
  expect(await noted()).toEqual([])
  school.app.setNow(new Date('2026-11-20T06:40:00Z'))
})

test('stays where it is when its maker lost the right meanwhile', async () => {
  const { app, fsw } = school
  const { id: maker } = await makeUser(app, { role: 'schooladmin', schools: [fsw], may_manage_users: true })
  const { id: account } = await makeUser(app, { role: 'viewer', schools: [fsw] })
  const made = await school.create({ subject: 'user', id: account }, await app.signedIn(maker))
  expect(made.statusCode).toBe(201)
  const { id } = made.json() as { id: number }
  await app.database.owner.query('update app_user set may_manage_users = false where id = $1', [maker])
  expect((await school.fetch(id, await app.signedIn(maker))).statusCode).toBe(403)
  const stored = await school.inFsw((tx) =>
    tx.selectFrom('access_package').select('downloaded_at').where('id', '=', id).executeTakeFirst(),
  )
  expect(stored).toEqual({ downloaded_at: null })
})

test('goes at once when the child is erased, also out of the package of a guardian', async () => {
  const pupil = await make()
  const guardian = (await school.create({ subject: 'guardian', id: school.anna })).json().id as number
  const erased = { school_id: school.fsw, subject_id: school.mia, rule: 'request', erased_on: '2026-11-20' }
  await school.inFsw(async (tx) => {
    await tx
      .insertInto('erasure')
      .values({ ...erased, subject: 'pupil', action: 'reduce' })
      .execute()
    const left = await sql<{ id: number }>`select id from access_package where file_encrypted is not null`.execute(tx)
    expect(left.rows.map(({ id }) => id)).not.toContain(pupil.id)
    expect(left.rows.map(({ id }) => id)).not.toContain(guardian)
  })
})
