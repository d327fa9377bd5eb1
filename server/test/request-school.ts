import { sql } from 'kysely'
import type { Endpoint } from '#contract/endpoint.ts'
import { privacyRequestEndpoints as endpoints, type RequestDetails } from '#contract/privacyrequests/privacyrequests.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { plantEmployee, plantPeople } from './planted-people.ts'
import { startTestApp } from './test-app.ts'

/** Somebody whom the school does not know asks for access. */
export const REQUEST_FORM = {
  subject: 'unknown',
  subject_name: 'Erna Fremd',
  requested_by: 'Erna Fremd',
  received_on: '2026-11-02',
}

/** Two schools with a head each; the first one has a child with a family and an employee, and works on requests. */
export async function openRequestSchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
  const foreign = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fow] })).id)
  const inFsw = <T>(work: Parameters<typeof insideSchool<T>>[2]) => insideSchool(app, fsw, work)
  const people = await inFsw((tx) => plantPeople(tx, { school_id: fsw, word: 'Quittenbaum', keys: app.platform.keys }))
  const employee = await inFsw((tx) =>
    plantEmployee(tx, { school_id: fsw, schoolclass_id: people.schoolclass, word: 'Hollerbusch' }),
  )
  const send = (endpoint: Endpoint, id: number, body?: object) => head.call(endpoint, { params: { id }, body })
  return {
    app,
    fsw,
    fow,
    head,
    foreign,
    people,
    employee,
    inFsw,
    goTo: (day: string) => app.setNow(new Date(`${day}T09:00:00+01:00`)),
    clear: () => inFsw((tx) => sql`delete from privacy_request`.execute(tx)),
    /** Returns the id of a new request; each is another one, even with the same values. */
    async add(form: object = {}) {
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const reply = await head.call(endpoints.add, { body: { ...REQUEST_FORM, ...form }, headers })
      return reply.json().id as number
    },
    send,
    read: async (id: number): Promise<RequestDetails> => (await send(endpoints.get, id)).json(),
    identity: (id: number, change: object = {}) =>
      send(endpoints.checkIdentity, id, { method: 'id_card', checked_on: '2026-11-05', note: null, ...change }),
    finish: (id: number, change: object = {}) =>
      send(endpoints.finish, id, { result: 'granted', done_on: '2026-11-20', reason: null, ...change }),
  }
}
export type RequestSchool = Awaited<ReturnType<typeof openRequestSchool>>

/** Errors by field of a refused form; otherwise the message by its status. */
export const errorsOf = async (
  reply: Promise<{ statusCode: number; json: () => { errors?: object; message: string } }>,
) => {
  const response = await reply
  const { errors, message } = response.json()
  return response.statusCode === 422 ? errors : { [response.statusCode]: message }
}
