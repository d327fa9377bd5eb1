import { Logger, runOnce } from 'graphile-worker'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pupilImportEndpoints as endpoints } from '#contract/pupilimports/pupilimports.ts'
import { inSchool } from '#server/db/school-transaction.ts'
import { toTaskList } from '#server/jobs/run-task.ts'
import { AT_START, crontabOf, tasksOf } from '#server/tasks.ts'
import { insideSchool } from '#server/test/factories.ts'
import { type ImportSchool, openImportSchool } from '#server/test/import-school.ts'
import { RESUME_TASK, resumeImports } from './commit-import.ts'
import { lockRun } from './import-runs.queries.ts'

let school: ImportSchool
beforeAll(async () => {
  school = await openImportSchool()
})
afterAll(() => school.app.stop())

const age = (id: number, { minutes, ...values }: { minutes: number; state?: string }) =>
  insideSchool(school.app, school.fsw, (tx) =>
    tx
      .updateTable('pupil_import')
      .set({ ...values, updated_at: sql`now() - make_interval(mins => ${minutes})` })
      .where('id', '=', id)
      .execute(),
  )
const resume = () => resumeImports(school.app.platform)({})
const logger = new Logger(() => () => {})
/** Works like one of several workers: it leaves jobs alone that another worker has locked. */
const workAll = () =>
  runOnce({ pgPool: school.app.database.owner, taskList: toTaskList(tasksOf(school.app.platform)), logger })

/** Queues an import whose process took the job and died this many minutes ago. */
async function dieIn(firstname: string, { minutes, state }: { minutes: number; state: 'queued' | 'running' }) {
  const { id } = await school.upload(
    'a.csv',
    Buffer.from(`Nachname;Vorname;Geburtsdatum\nFichte;${firstname};1.3.2018\n`),
  )
  await school.check(id)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  expect((await school.head.call(endpoints.commit, { params: { id }, body: {}, headers })).statusCode).toBe(200)
  await school.app.database.owner.query(
    "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'killed', attempts = 1",
  )
  await age(id, { minutes, state })
  return id
}
const endOf = async (id: number) => (await school.detail(id)).state

test.each(['queued', 'running'] as const)(
  'an import whose process died while it was %s goes on, once',
  async (state) => {
    const before = await school.count('pupil')
    const id = await dieIn(state === 'queued' ? 'Ada' : 'Bo', { minutes: 11, state })
    await workAll()
    expect(await endOf(id)).toBe(state)
    await resume()
    // A second call does not add a job.
    await age(id, { minutes: 11 })
    await resume()
    await workAll()
    expect(await endOf(id)).toBe('done')
    expect(await school.count('pupil')).toBe(before + 1)
    // The process was only slow, not dead: its job runs after all.
    await Promise.all([school.runJob(id), school.runJob(id)])
    expect(await endOf(id)).toBe('done')
    expect(await school.count('pupil')).toBe(before + 1)
  },
)

test('two at one import at the same time do it once', async () => {
  const before = await school.count('pupil')
  const id = await dieIn('Cem', { minutes: 0, state: 'queued' })
  await Promise.all([school.runJob(id), school.runJob(id)])
  expect([await endOf(id), await school.count('pupil')]).toEqual(['done', before + 1])
})

test('an import with progress, or one that a worker has locked, is left alone', async () => {
  const moving = await dieIn('Dan', { minutes: 9, state: 'running' })
  await resume()
  await workAll()
  expect(await endOf(moving)).toBe('running')
  await age(moving, { minutes: 11 })
  const actor = { userId: null, schoolId: school.fsw, requestId: 'slow' }
  await inSchool(school.app.platform.pool, actor, async (tx) => {
    await lockRun(tx, moving)
    await resume()
    await workAll()
    expect(await endOf(moving)).toBe('running')
  })
  await resume()
  await workAll()
  expect(await endOf(moving)).toBe('done')
})

test('stalled imports are looked for at each start and by the clock', async () => {
  expect(AT_START).toContain(RESUME_TASK)
  expect(crontabOf(tasksOf(school.app.platform))).toContain(`* * * * ${RESUME_TASK}`)
})
