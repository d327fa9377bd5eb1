import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { PACKAGE_TEXTS, PackageForm } from '#contract/accesspackages/accesspackages.ts'
import { erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import type { Acting } from '#server/db/viewer.ts'
import { getSchoolHead } from '#server/domains/pupildocuments/pupildocuments.shared.queries.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeUser } from '#server/test/factories.ts'
import { insertRow } from '#server/test/package-family.ts'
import { openPackageSchool, type PackageSchool } from '#server/test/package-school.ts'
import { restrictionsOf } from '#server/test/restriction-calls.ts'
import { lockRemovalCount } from './accesspackages.queries.ts'
import { buildPackage } from './build-tree.ts'
import { storePackage, writePackage } from './make-package.ts'

let school: PackageSchool
let calls: ReturnType<typeof restrictionsOf>
beforeAll(async () => {
  school = await openPackageSchool()
  calls = restrictionsOf(school.head)
  await school.inFsw((tx) => sql`delete from retention_hold`.execute(tx))
})
afterAll(() => school.app.stop())

const waiting = async () => {
  const { rows } = await school.inFsw((tx) =>
    sql<{ id: number }>`select id from access_package where file_encrypted is not null`.execute(tx),
  )
  return rows.map(({ id }) => id)
}
beforeEach(() => school.inFsw((tx) => sql`delete from access_package`.execute(tx)))

const made = async (form: Parameters<PackageSchool['create']>[0]) => {
  const reply = await school.create(form)
  expect(reply.statusCode, reply.body).toBe(201)
  return reply.json().id as number
}

const makeLeaver = () =>
  school.inFsw((tx) =>
    insertRow(tx, 'pupil', {
      ...{ school_id: school.fsw, pupil_number: `X-${crypto.randomUUID()}`, lastname: 'Erasmus', firstname: 'Kind' },
      ...{ gender: 'f', birthdate: '2015-01-01', status: 'left', date_entry: '2020-08-01', date_exit: '2026-11-01' },
    }),
  )
const erase = (subject: 'pupil' | 'guardian', id: number) =>
  school.head.call(erasureOnRequestEndpoints.erase, {
    params: { subject, id },
    body: { ground: 'withdrawn', note: null, is_checked: true },
  })

describe('a package that is being written', () => {
  const keysOf = () => school.app.platform.keys
  const actingOf = async (): Promise<Acting> => {
    const { id } = await makeUser(school.app, { role: 'schooladmin', schools: [school.fsw] })
    const viewer = {
      ...{ user_id: id, name: 'Leitung', email: 'leitung@example.org', role: 'schooladmin', school_id: school.fsw },
      permissions: ['manage pupil', 'export personal data', 'view pupil sensitive', 'manage users'],
    }
    return { viewer: viewer as never, today: '2026-11-20', now: new Date('2026-11-20T06:40:00Z') }
  }
  /** The three steps of making a package, with something that happens before the last one. */
  const makeDuring = async (pupil: number, meanwhile: () => Promise<unknown>) => {
    const acting = await actingOf()
    const form = PackageForm.parse({ subject: 'pupil', id: pupil })
    const inFsw = <T>(requestId: string, work: Parameters<typeof inSchool<T>>[2]) =>
      inSchool(
        school.app.platform.pool,
        { userId: acting.viewer.user_id, schoolId: school.fsw, requestId: `${requestId}-${crypto.randomUUID()}` },
        work,
      )
    const removals = await inFsw('count', lockRemovalCount)
    const built = await inFsw('read', (tx) => buildPackage(tx, form, { acting, keys: keysOf() }))
    const written = await writePackage(built, await inFsw('head', getSchoolHead))
    await meanwhile()
    return inFsw('store', (tx) => storePackage(tx, { form, ...built, written, removals, acting, keys: keysOf() }))
  }

  test('is stored when nobody was erased or restricted', async () => {
    const stored = await makeDuring(school.mia, async () => {})
    expect(await waiting()).toEqual([stored.id])
  })

  test('is refused when somebody was erased meanwhile', async () => {
    const pupil = await makeLeaver()
    const making = makeDuring(pupil, async () => expect((await erase('pupil', pupil)).statusCode).toBe(200))
    await expect(making).rejects.toMatchObject({ status: 409, body: { message: PACKAGE_TEXTS.outdated } })
    expect(await waiting()).toEqual([])
  })

  test('is refused when somebody was restricted meanwhile', async () => {
    const making = makeDuring(school.mia, () => calls.restrict('guardian', school.paul))
    await expect(making).rejects.toMatchObject({ status: 409 })
    await calls.release('guardian', school.paul)
    expect(await waiting()).toEqual([])
  })

  test('is not even read while an erasure runs', async () => {
    const client = await school.app.database.pool.connect()
    try {
      await client.query('begin')
      await client.query(`select set_config('app.school_id', $1, true)`, [String(school.fsw)])
      await client.query(`insert into erasure (subject, subject_id, rule, action, erased_on)
        values ('pupil', 999, 'request_withdrawn', 'delete', '2026-11-20')`)
      const making = school.create({ subject: 'pupil', id: school.mia })
      const waitingLocks = `select count(*)::int as n from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await client.query(waitingLocks)).rows).toEqual([{ n: 1 }])
      await client.query('commit')
      expect((await making).statusCode).toBe(201)
    } finally {
      client.release()
    }
  })
})

describe('a file that waits', () => {
  test('goes when a guardian in it is erased on request', async () => {
    const id = await made({ subject: 'pupil', id: school.mia, recipient_id: school.anna })
    const oma = await school.inFsw((tx) =>
      insertRow(tx, 'guardian', { school_id: school.fsw, firstname: 'Oma', lastname: 'Fort' }),
    )
    expect((await erase('guardian', oma)).statusCode).toBe(200)
    expect((await school.fetch(id)).statusCode).toBe(404)
  })

  test.each(['pupil', 'guardian', 'registration'] as const)('goes when a %s is restricted', async (subject) => {
    const id = await made({ subject: 'guardian', id: school.anna })
    const other = subject === 'registration' ? (await makeApplication(school.app, school.fsw, {})).id : 0
    const restricted = { pupil: school.mia, guardian: school.paul, registration: other }[subject]
    await calls.restrict(subject, restricted)
    expect((await school.fetch(id)).statusCode).toBe(404)
    await calls.release(subject, restricted)
  })

  test('stays when nobody could be restricted or erased', async () => {
    const id = await made({ subject: 'guardian', id: school.anna })
    expect((await calls.lift('pupil', school.mia)).statusCode).toBe(409)
    expect((await erase('pupil', school.mia)).statusCode).toBe(409)
    await school.inFsw((tx) =>
      sql`insert into erasure (subject, subject_id, rule, action, erased_on)
      select 'pupil', 1, 'proof', 'delete', current_date where false`.execute(tx),
    )
    expect(await waiting()).toEqual([id])
  })

  test('goes at every school, because a package may hold children of several', async () => {
    const id = await made({ subject: 'guardian', id: school.anna })
    await insideSchool(school.app, school.fow, (tx) =>
      tx
        .insertInto('erasure')
        .values({
          ...{ school_id: school.fow, subject: 'pupil', subject_id: 4711 },
          ...{ rule: 'proof', action: 'delete', erased_on: '2026-11-20' },
        })
        .execute(),
    )
    expect(await waiting()).toEqual([])
    expect((await school.fetch(id)).statusCode).toBe(404)
  })
})
