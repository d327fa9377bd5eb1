import type { Updateable } from 'kysely'
import { type RetentionPreview, retentionEndpoints } from '#contract/retentions/retentions.ts'
import type { Registration } from '#server/db/schema.generated.ts'
import { runRetention } from '#server/domains/retentions/run-retention.ts'
import { makeApplication } from './child-factories.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'

/** Two schools with a head each, and functions that let time pass for applications. */
export async function openRetentionSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const goTo = (day: string) => app.setNow(new Date(`${day}T09:00:00+01:00`))
  const run = () => runRetention(app.platform)({})
  const preview = async (visitor = head): Promise<RetentionPreview> =>
    (await visitor.call(retentionEndpoints.preview, {})).json()
  return {
    app,
    fsw,
    fow,
    head,
    goTo,
    run,
    preview,
    /** The night and the morning of a day. */
    async nightOf(day: string) {
      goTo(day)
      await run()
    },
    /** An application in a state of the given columns. */
    async made(
      change: Updateable<Registration>,
      application: Parameters<typeof makeApplication>[2] = {},
      school = fsw,
    ) {
      const { id, number } = await makeApplication(app, school, application)
      if (Object.keys(change).length > 0)
        await insideSchool(app, school, (tx) =>
          tx
            .updateTable('registration')
            .set({ wait_place: change.wait_rank, ...change })
            .where('id', '=', id)
            .execute(),
        )
      return { id, number }
    },
    /** As the owner, because the application only adds to the proofs. */
    async forgetErasures() {
      const client = await app.database.owner.connect()
      await client.query(`select set_config('app.school_id', $1, false)`, [String(fsw)])
      await client.query('delete from erasure')
      client.release(true)
    },
    /** The numbers of the remaining applications. */
    async left(school = fsw) {
      const rows = await insideSchool(app, school, (tx) =>
        tx.selectFrom('registration').select('number').orderBy('id').execute(),
      )
      return rows.map(({ number }) => number)
    },
    hold: (registrationId: number, body: { reason: string; until: string }, visitor = head) =>
      visitor.call(retentionEndpoints.hold, { params: { registrationId }, body }),
    endHold: (registrationId: number, visitor = head) =>
      visitor.call(retentionEndpoints.endHold, { params: { registrationId } }),
    read: (registrationId: number, visitor = head) =>
      visitor.call(retentionEndpoints.get, { params: { registrationId } }),
  }
}
export type RetentionSchool = Awaited<ReturnType<typeof openRetentionSchool>>
