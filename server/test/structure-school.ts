import { schoolyearEndpoints } from '#contract/schoolyears/schoolyears.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'

/** Two schools and the head of each, to set up years and grades. */
export async function openStructureSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const stranger = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
  const yearOf = async (name: string, schoolId = fsw) =>
    insideSchool(app, schoolId, (tx) =>
      tx.selectFrom('schoolyear').selectAll().where('name', '=', name).executeTakeFirstOrThrow(),
    )
  return {
    app,
    fsw,
    fow,
    head,
    stranger,
    yearOf,
    /** The form of the year that begins in `startYear`, without free days. */
    yearForm: (startYear: number, change: Record<string, unknown> = {}) => ({
      name: `${startYear}/${startYear + 1}`,
      date_start: `${startYear}-08-01`,
      date_end: `${startYear + 1}-07-31`,
      half_year_end: `${startYear + 1}-01-31`,
      takes_preset: false,
      ...change,
    }),
    addYear: (body: Record<string, unknown>, visitor = head) =>
      visitor.call(schoolyearEndpoints.add, { body, headers: { 'idempotency-key': crypto.randomUUID() } }),
    readYear: async (id: number) => (await head.call(schoolyearEndpoints.get, { params: { id } })).json(),
    /** The actions in the log about one kind of object, oldest first. */
    logOf: (entityType: string) =>
      insideSchool(app, fsw, (tx) =>
        tx
          .selectFrom('user_log')
          .select(['action', 'entity_id', 'changed_fields'])
          .where('entity_type', '=', entityType)
          .orderBy('id')
          .execute(),
      ),
  }
}
export type StructureSchool = Awaited<ReturnType<typeof openStructureSchool>>
