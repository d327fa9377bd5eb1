import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS } from '#contract/dates.ts'
import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { insideSchool, makeSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { logMail, TO_NOBODY } from '#server/test/logged-mails.ts'
import { needingTime } from '#server/test/needing-time.ts'
import { plantConfidential } from '#server/test/planted-confidential.ts'
import { plantImport } from '#server/test/planted-import.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { openPostOffice, type PostOffice } from '#server/test/post-office.ts'
import { startTestApp, TEST_NOW, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
let post: PostOffice
const schools: Record<'fsw' | 'fow', number> = { fsw: 0, fow: 0 }
beforeAll(async () => {
  app = await startTestApp()
  post = await openPostOffice(app)
  schools.fsw = await makeSchool(app, 'fsw')
  schools.fow = await makeSchool(app, 'fow')
})
beforeEach(() => app.setNow(TEST_NOW))
afterAll(async () => {
  await post.stop()
  await app.stop()
})

const tidyAt = async (hoursLater: number) => {
  app.setNow(new Date(TEST_NOW.getTime() + hoursLater * HOUR_MS))
  await app.database.owner.query("select graphile_worker.add_job('tidy_up')")
  await post.runDue()
}
const count = (
  short: 'fsw' | 'fow',
  table: 'registration_draft' | 'registration_receipt' | 'registration_contact_link',
) => insideSchool(app, schools[short], async (tx) => (await tx.selectFrom(table).select('school_id').execute()).length)
const countRows = async (table: string) => {
  const { rows } = await app.database.owner.query(`select count(*)::int as count from ${table}`)
  return rows[0].count as number
}

describe('tidying up', () => {
  test('has time for the logs of thousands of schools', async () => {
    await app.database.owner.query(
      "insert into idempotency (key_hash, body_hash, created_at) values ('old', 'old', now() - interval '60 days')",
    )
    await needingTime(app, 'tidy_log', () => tidyAt(0))

    expect(await countRows('idempotency')).toBe(0)
  })

  test('removes drafts after a day, in every school', async () => {
    for (const short of ['fsw', 'fow'] as const) {
      const body = { step: 'child', answers: {} }
      await app.visitor().call(endpoints.saveDraft, { params: { school_short: short }, body })
    }
    await tidyAt(23.99)
    expect([await count('fsw', 'registration_draft'), await count('fow', 'registration_draft')]).toEqual([1, 1])
    await tidyAt(24)
    expect([await count('fsw', 'registration_draft'), await count('fow', 'registration_draft')]).toEqual([0, 0])
  })

  test('removes receipts after an hour, links thirty days after they expired, and no application', async () => {
    const browser = app.visitor()
    await apply(app, browser)
    await post.runDue()
    await tidyAt(1)
    expect([await count('fsw', 'registration_receipt'), await count('fsw', 'registration_contact_link')]).toEqual([
      1, 1,
    ])
    await tidyAt(1.1)
    expect(await count('fsw', 'registration_receipt')).toBe(0)
    await tidyAt(44 * 24)
    expect(await count('fsw', 'registration_contact_link')).toBe(1)
    await tidyAt(44 * 24 + 0.1)
    expect(await count('fsw', 'registration_contact_link')).toBe(0)
    const applications = await insideSchool(app, schools.fsw, (tx) =>
      tx.selectFrom('registration').select('number').execute(),
    )
    expect(applications).toEqual([{ number: 'FSW-2027-0001' }])
  })

  test('empties the bin after thirty days and forgets whom mails went to', async () => {
    const { id } = await makeApplication(app, schools.fsw)
    const mailsOf = await logMail(app, schools.fsw, id)
    await insideSchool(app, schools.fsw, (tx) =>
      tx.updateTable('registration').set({ deleted_at: TEST_NOW.toISOString() }).where('id', '=', id).execute(),
    )
    const isThere = () =>
      insideSchool(app, schools.fsw, (tx) =>
        tx.selectFrom('registration').select('id').where('id', '=', id).executeTakeFirst(),
      )
    await tidyAt(30 * 24 - 0.1)
    expect(await isThere()).toEqual({ id })
    await tidyAt(30 * 24)
    expect(await isThere()).toBeUndefined()
    expect(await mailsOf()).toEqual([TO_NOBODY])
  })

  test('removes expired sessions, old idempotency keys and spent counters', async () => {
    const { id } = await makeUser(app, { role: 'viewer', schools: [schools.fsw] })
    const { owner } = app.database
    await owner.query('delete from idempotency')
    await owner.query('delete from session')
    await owner.query('delete from rate_limit')
    // Sessions and keys expire by the real clock, counters by the job's clock.
    const real = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()
    for (const hours of [-1, 1]) {
      const key = Buffer.from(String(hours))
      await owner.query('select start_session(sha256($1::bytea), $2, false, $3)', [key, id, real(hours)])
      await owner.query(
        'insert into idempotency (key_hash, body_hash, created_at) values (sha256($1::bytea), $1, $2)',
        [key, real(hours - 48)],
      )
    }
    for (const hours of [-2, 0]) {
      await owner.query('insert into rate_limit values ($1, 1, $2)', [
        `x${hours}`,
        TEST_NOW.getTime() + hours * HOUR_MS,
      ])
    }
    await tidyAt(0)
    expect(await countRows('rate_limit')).toBe(1)
    const TEN_YEARS = 10 * 365 * 24
    await tidyAt(TEN_YEARS)
    expect([await countRows('session'), await countRows('idempotency')]).toEqual([1, 1])
  })

  test('forgets file, rows and names of an import a day after its end, and the import after 90 days', async () => {
    await insideSchool(app, schools.fow, async (tx) => {
      await plantImport(tx, { school_id: schools.fow, word: 'Quittenbaum' })
      const at = TEST_NOW.toISOString()
      await sql`update pupil_import set state = 'done', created_at = ${at}, finished_at = ${at}`.execute(tx)
    })
    const imports = () =>
      insideSchool(app, schools.fow, async (tx) => {
        const { rows } = await sql<object>`select filename, file_encrypted is null as is_empty,
          (select count(*)::int from pupil_import_row) as lines from pupil_import`.execute(tx)
        return rows
      })
    await tidyAt(23.99)
    expect(await imports()).toEqual([{ filename: 'Quittenbaum', is_empty: false, lines: 1 }])
    await tidyAt(24)
    expect(await imports()).toEqual([{ filename: 'Datei.csv', is_empty: true, lines: 0 }])
    await tidyAt(90 * 24)
    expect(await imports()).toEqual([])
  })

  test('removes confidential entries seven days after they were locked, and others never', async () => {
    await insideSchool(app, schools.fow, async (tx) => {
      const place = { school_id: schools.fow, word: 'Quittenbaum', keys: app.platform.keys }
      await plantConfidential(tx, { ...place, ...(await plantPeople(tx, place)) })
      await sql`update pupil_sensitive set locked_at = ${TEST_NOW.toISOString()}
        where id = (select min(id) from pupil_sensitive)`.execute(tx)
    })
    const entries = () =>
      insideSchool(app, schools.fow, async (tx) => {
        const { rows } = await sql`select from pupil_sensitive`.execute(tx)
        return rows.length
      })
    const all = await entries()
    await tidyAt(7 * 24 - 0.01)
    expect(await entries()).toBe(all)
    await tidyAt(7 * 24)
    expect(await entries()).toBe(all - 1)
    await tidyAt(29 * 24)
    expect([all > 1, await entries()]).toEqual([true, all - 1])
  })

  test('forgets mails half a year after they were written, not a day before', async () => {
    await insideSchool(app, schools.fow, (tx) =>
      sql`insert into mail_log (template, recipient_masked, recipient_hash, related_type, related_id, created_at)
        values ('sicknote_report', 'q***', '', 'guardian', 1, '2026-05-20T21:30:00Z'),
          ('sicknote_report', 'z***', '', 'guardian', 2, '2026-05-20T22:30:00Z')`.execute(tx),
    )
    const mails = () =>
      insideSchool(app, schools.fow, async (tx) => {
        const { rows } = await sql<{ recipient_masked: string }>`select recipient_masked from mail_log
          where related_type = 'guardian' order by id`.execute(tx)
        return rows.map(({ recipient_masked }) => recipient_masked)
      })
    const hours = (at: string) => (new Date(at).getTime() - TEST_NOW.getTime()) / HOUR_MS
    await tidyAt(hours('2026-11-19T22:00:00Z'))
    expect(await mails()).toEqual(['q***', 'z***'])
    await tidyAt(hours('2026-11-20T22:00:00Z'))
    expect(await mails()).toEqual(['z***'])
    await tidyAt(hours('2026-11-21T01:00:00Z'))
    expect(await mails()).toEqual([])
  })

  test('is the only way the application reaches other people’s sessions', async () => {
    const work = insideSchool(app, schools.fsw, (tx) => sql`delete from session`.execute(tx))
    await expect(work).rejects.toThrow(/permission denied/)
  })
})
