import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicSicknoteEndpoints as endpoints } from '#contract/sicknotes/sicknotes.public.ts'
import { buildApp } from '#server/app.ts'
import { openParentsSchool, type ParentsSchool } from '#server/test/parents-school.ts'
import { openVisitor } from '#server/test/test-visitor.ts'

const CANARY = 'Zzkanarie'
const MAIL = 'zzkanarie@example.org'

let school: ParentsSchool
let logged: Awaited<ReturnType<typeof buildApp>>
const lines: string[] = []
beforeAll(async () => {
  school = await openParentsSchool()
  const logStream = { write: (line: string) => lines.push(line) }
  logged = await buildApp({ platform: school.app.platform, logLevel: 'trace', logStream })
})
afterAll(async () => {
  await logged.close()
  await school.app.stop()
})

const TABLES = ['graphile_worker._private_jobs', 'rate_limit', 'idempotency', 'user_log', 'mail_log']

/** Everything that is stored besides the note itself: waiting jobs and mails, counters, replies, the log. */
const readStored = async () => {
  const { owner } = school.app.database
  const rows = TABLES.map((table) => `select '${table}' as source, t::text as row from ${table} t`)
  const [, { rows: kept }] = (await owner.query(
    `select set_config('app.school_id', '${school.fsw}', false); ${rows.join(' union all ')}`,
  )) as unknown as [unknown, { rows: { source: string; row: string }[] }]
  expect(new Set(kept.map(({ source }) => source))).toEqual(new Set(TABLES))
  return kept.map(({ row }) => row).join('\n')
}

test('links, names and what parents wrote are in no log, job or counter (security case 29)', async () => {
  const mia = await school.makeChild({ firstname: CANARY, lastname: CANARY })
  await school.makeGuardian([mia], { mail: MAIL })
  const unknown = crypto.randomUUID()
  const browser = openVisitor(logged)
  const said = { comment: CANARY, reporterName: CANARY, reporterPhone: '030 99887766' }
  const statuses = []
  for (const uuid of [mia.uuid, unknown]) {
    statuses.push((await browser.call(endpoints.pupil, { params: { uuid } })).statusCode)
    statuses.push((await browser.call(endpoints.add, { body: { uuid, dateStart: '2026-11-20', ...said } })).statusCode)
  }
  statuses.push((await browser.call(endpoints.add, { body: { uuid: mia.uuid, dateStart: CANARY } })).statusCode)
  statuses.push((await browser.call(endpoints.resendLink, { body: { mail: MAIL } })).statusCode)
  expect(statuses).toEqual([200, 201, 404, 404, 422, 200])
  expect(lines.length).toBeGreaterThanOrEqual(statuses.length * 2)
  for (const text of [lines.join('\n'), await readStored()]) {
    for (const secret of [mia.uuid, unknown, '99887766']) expect(text).not.toContain(secret)
    expect(text.toLowerCase()).not.toContain(CANARY.toLowerCase())
  }
})
