import type { Endpoint } from '#contract/endpoint.ts'
import { familyEndpoints } from '#contract/families/families.change.ts'
import type { Role } from '#contract/permissions.ts'
import { type PupilDetails, pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { makePupil } from './child-factories.ts'
import { makeSchool, makeUser } from './factories.ts'
import { startTestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

type Params = Record<string, string | number>

/** fsw and fow with a head each, and calls about the families of their children. */
export async function openFamilySchool() {
  const app = await startTestApp()
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const signIn = async (role: Role, schoolId = fsw) =>
    app.signedIn((await makeUser(app, { role, schools: [schoolId] })).id)
  const head = await signIn('schooladmin')

  const sendAs = (visitor: TestVisitor, endpoint: Endpoint, part: { params: Params; body?: unknown }) =>
    visitor.call(endpoint, { ...part, headers: { 'idempotency-key': crypto.randomUUID() } })
  const send = (endpoint: Endpoint, params: Params, body?: unknown) => sendAs(head, endpoint, { params, body })

  const child = (firstname = 'Mia', schoolId = fsw) =>
    makePupil(app, schoolId, { firstname, grade: schoolId === fsw ? 1 : 7, schoolclass: 'a' })

  /** Adds a guardian, by default a mother with custody; returns the id. */
  const addGuardian = async (pupilId: number, change: Record<string, unknown> = {}) => {
    const body = {
      firstname: 'Anna',
      lastname: 'Müller',
      relationship: 'mother',
      phone_mobile: '0152 28817386',
      ...change,
    }
    const reply = await send(familyEndpoints.addGuardian, { id: pupilId }, body)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().guardian_id as number
  }

  const changeGuardian = (id: number, guardian_id: number, body: object) =>
    send(familyEndpoints.changeGuardian, { id, guardian_id }, body)
  const removeGuardian = (id: number, guardian_id: number) => send(familyEndpoints.removeGuardian, { id, guardian_id })
  const linkGuardian = (id: number, guardian_id: number, body: object = { relationship: 'mother' }) =>
    send(familyEndpoints.linkGuardian, { id, guardian_id }, body)

  const addContact = async (pupilId: number, change: Record<string, unknown> = {}) => {
    const body = { firstname: 'Olga', lastname: 'Nachbar', phone: '030 23125-112', ...change }
    const reply = await send(familyEndpoints.addContactPerson, { id: pupilId }, body)
    if (reply.statusCode !== 201) throw new Error(reply.body)
    return reply.json().id as number
  }

  /** Reads the pupil's page. */
  const read = async (pupilId: number, visitor = head) =>
    (await visitor.call(pupilDetailsEndpoints.get, { params: { id: pupilId } })).json() as PupilDetails

  const guardianOf = async (pupilId: number, guardianId: number) => {
    const found = (await read(pupilId)).guardians?.find(({ guardian_id }) => guardian_id === guardianId)
    if (!found) throw new Error('No such guardian.')
    return found
  }

  return {
    app,
    fsw,
    fow,
    head,
    signIn,
    send,
    sendAs,
    child,
    addGuardian,
    changeGuardian,
    removeGuardian,
    linkGuardian,
    addContact,
    read,
    guardianOf,
  }
}
export type FamilySchool = Awaited<ReturnType<typeof openFamilySchool>>

/** Status and faults of a refusal. */
export const errorsOf = (reply: { statusCode: number; json: () => { errors: unknown } }) => [
  reply.statusCode,
  reply.json().errors,
]
