import { expect } from 'vitest'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { viewlogEndpoints } from '#contract/viewlogs/viewlogs.ts'
import { makePupil } from './child-factories.ts'
import { openConfidentialSchool } from './confidential-school.ts'
import type { TestVisitor } from './test-visitor.ts'

/** Mia and Ben of class 1a, people who look at them, and what is noted about that. */
export async function openViewedSchool() {
  const school = await openConfidentialSchool()
  const { app, fsw, fow, head, mia } = school
  const ben = await makePupil(app, fsw, { firstname: 'Ben', lastname: 'Berg', grade: 1, schoolclass: 'a' })

  const list = async (query = {}, visitor = head) => {
    const reply = await visitor.call(viewlogEndpoints.list, { query })
    expect(reply.statusCode, reply.body).toBe(200)
    return viewlogEndpoints.list.response.parse(reply.json())
  }

  /** The application has no right to delete views. */
  const emptyViews = async () => {
    await app.platform.views.flush()
    const client = await app.database.owner.connect()
    for (const id of [fsw, fow]) {
      await client.query(`select set_config('app.school_id', $1, false)`, [String(id)])
      await client.query('delete from view_log')
    }
    await client.query(`select set_config('app.school_id', '', false)`)
    client.release()
  }

  return {
    ...school,
    ben,
    list,
    open: (visitor: TestVisitor, id = mia) => visitor.call(pupilDetailsEndpoints.get, { params: { id } }),
    /** Empties the log, an hour later: what was opened before is another opening then. */
    async beginAnew() {
      app.setNow(new Date(app.platform.now().getTime() + 3_600_000))
      await emptyViews()
    },
  }
}
export type ViewedSchool = Awaited<ReturnType<typeof openViewedSchool>>
