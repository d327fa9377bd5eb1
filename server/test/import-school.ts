import { openQuestions } from '#contract/pupilimports/pupilimports.questions.ts'
import {
  pupilImportEndpoints as endpoints,
  type ImportDetail,
  type ImportRow,
} from '#contract/pupilimports/pupilimports.ts'
import { importPupils } from '#server/domains/pupilimports/commit-import.ts'
import { tidyUp } from '#server/domains/retentions/tidy-up.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'

const FILE = { 'content-type': 'application/octet-stream' }

/** A school without pupils, and users who may or may not import into it; jobs run when a test says so. */
export async function openImportSchool() {
  const app = await startTestApp()
  const [fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const secretary = await makeUser(app, { role: 'schooladmin', schools: [fsw] })
  const head = await app.signedIn(secretary.id)
  const stranger = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
  const teacher = await app.signedIn((await makeUser(app, { role: 'teacher_level_1', schools: [fsw] })).id)

  const send = (filename: string, body: Buffer) =>
    head.call(endpoints.upload, {
      query: { filename },
      body,
      headers: { ...FILE, 'idempotency-key': crypto.randomUUID() },
    })

  const answerOf = async (reply: Awaited<ReturnType<typeof send>>): Promise<ImportDetail> => {
    if (reply.statusCode >= 300) throw new Error(`${reply.statusCode} ${reply.body}`)
    return reply.json()
  }
  const upload = async (filename: string, body: Buffer) => answerOf(await send(filename, body))
  const detail = async (id: number) => answerOf(await head.call(endpoints.get, { params: { id } }))
  /** „Steht nicht in der Datei“, for every missing column. */
  const answerQuestions = async (id: number) => {
    const { mapping, answers } = await detail(id)
    if (openQuestions(mapping, answers).length === 0) return
    const body = { mapping, answers: { schoolclass: null, gender: null } }
    await answerOf(await head.call(endpoints.map, { params: { id }, body }))
  }
  const check = async (id: number) => {
    await answerQuestions(id)
    return answerOf(await head.call(endpoints.check, { params: { id } }))
  }
  const rowsOf = async (id: number): Promise<ImportRow[]> =>
    (await head.call(endpoints.rows, { params: { id }, query: { per_page: 0 } })).json().data
  const runJob = (id: number) => importPupils(app.platform)({ school_id: fsw, user_id: secretary.id, import_id: id })
  const commit = async (id: number, body: { only_good?: boolean } = {}) => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    await answerOf(await head.call(endpoints.commit, { params: { id }, body, headers }))
    await runJob(id)
    return detail(id)
  }
  /** Runs an import from upload to end; every row must be correct. */
  const importText = async (text: string) => {
    const { id } = await upload('liste.csv', Buffer.from(text))
    await check(id)
    return commit(id)
  }
  const count = (table: 'guardian' | 'pupil' | 'pupil_import_row') =>
    insideSchool(app, fsw, async (tx) => {
      const row = await tx
        .selectFrom(table)
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
      return row.n
    })
  return {
    app,
    fsw,
    head,
    stranger,
    teacher,
    send,
    upload,
    check,
    answerQuestions,
    detail,
    rowsOf,
    runJob,
    commit,
    importText,
    count,
    tidy: () => tidyUp(app.platform)({}),
  }
}
export type ImportSchool = Awaited<ReturnType<typeof openImportSchool>>
