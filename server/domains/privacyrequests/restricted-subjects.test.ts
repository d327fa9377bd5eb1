import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessPackageEndpoints } from '#contract/accesspackages/accesspackages.ts'
import { REQUEST_TEXTS } from '#contract/privacyrequests/privacyrequests.rules.ts'
import { privacyRequestEndpoints as endpoints } from '#contract/privacyrequests/privacyrequests.ts'
import { pupilDetailsEndpoints } from '#contract/pupils/pupils.details.ts'
import { RESTRICTION_TEXTS, restrictionEndpoints } from '#contract/restrictions/restrictions.ts'
import { ERASURE_TEXTS, erasureOnRequestEndpoints } from '#contract/retentions/retentions.on-request.ts'
import { plantPeople } from '#server/test/planted-people.ts'
import { openRequestSchool, type RequestSchool } from '#server/test/request-school.ts'

let school: RequestSchool
beforeAll(async () => {
  school = await openRequestSchool()
})
afterAll(() => school.app.stop())

beforeEach(async () => {
  school.goTo('2026-11-20')
  await school.clear()
})

const aboutPupil = () => school.add({ subject: `pupil:${school.people.pupil}`, subject_name: null })
const person = () => ({ subject: 'pupil', id: school.people.pupil })
const kindsOf = async (id: number) => (await school.read(id)).events.map(({ kind }) => kind)

test('a restriction that a request begins stands in its history, and so does its end', async () => {
  const id = await aboutPupil()
  expect(await school.read(id)).toMatchObject({ is_restricted: false })
  const params = { id }
  const set = await school.head.call(endpoints.restrict, { params, body: { reason: 'Wird geprüft' } })
  expect([set.statusCode, set.json()]).toEqual([200, { message: RESTRICTION_TEXTS.set }])
  const restricted = await school.read(id)
  expect(restricted).toMatchObject({ is_restricted: true, subject: { id: school.people.pupil } })
  expect(restricted.subject.name).toContain('Quittenbaum')
  const lift = await school.head.call(endpoints.lift, { params, body: { reason: 'Geklärt' } })
  expect([lift.statusCode, lift.json()]).toEqual([200, { message: RESTRICTION_TEXTS.lifted }])
  expect(await kindsOf(id)).toEqual(['unrestricted', 'restricted', 'received'])
  expect(await school.read(id)).toMatchObject({ is_restricted: false })
})

test('the register, its search and a new request know people whose processing is restricted', async () => {
  await school.head.call(restrictionEndpoints.set, { params: person(), body: { reason: 'Wird geprüft' } })
  const hits = (await school.head.call(endpoints.subjects, { query: { q: 'quitten' } })).json()
  expect(hits).toContainEqual(expect.objectContaining({ type: 'pupil', id: school.people.pupil }))
  const id = await aboutPupil()
  const [row] = (await school.head.call(endpoints.list)).json()
  expect(row).toMatchObject({ id, subject: { id: school.people.pupil, name: expect.stringContaining('Quittenbaum') } })
  // Being asked about shows the person nowhere else.
  const list = await school.head.call(pupilDetailsEndpoints.get, { params: { id: school.people.pupil } })
  expect(list.json()).toMatchObject({ is_restricted: true })
  await school.head.call(restrictionEndpoints.lift, { params: person(), body: { reason: 'Geklärt' } })
})

test('nothing is noted about somebody who cannot be restricted', async () => {
  const id = await school.add()
  expect((await school.read(id)).is_restricted).toBeNull()
  const body = { reason: 'Wird geprüft' }
  expect((await school.head.call(endpoints.restrict, { params: { id }, body })).statusCode).toBe(404)
})

test('a request that is answered restricts nobody and lifts nothing', async () => {
  const id = await aboutPupil()
  expect((await school.finish(id, { result: 'refused', reason: 'Nicht begründet' })).statusCode).toBe(200)
  for (const endpoint of [endpoints.restrict, endpoints.lift]) {
    const reply = await school.head.call(endpoint, { params: { id }, body: { reason: 'Wird geprüft' } })
    expect([reply.statusCode, reply.json().message]).toEqual([409, REQUEST_TEXTS.isDone])
  }
  expect((await school.read(id)).is_restricted).toBe(false)
})

test('a refused restriction leaves no line in the history', async () => {
  const id = await aboutPupil()
  const params = { id }
  const lifted = await school.head.call(endpoints.lift, { params, body: { reason: 'Geklärt' } })
  expect([lifted.statusCode, lifted.json().message]).toEqual([409, RESTRICTION_TEXTS.alreadyLifted])
  expect((await school.head.call(endpoints.restrict, { params, body: { reason: '' } })).statusCode).toBe(422)
  expect(await kindsOf(id)).toEqual(['received'])
})

test('a package that a request begins stands in its history; of somebody else it is not made', async () => {
  const id = await school.add({ subject: `employee:${school.employee}`, subject_name: null })
  const other = await aboutPupil()
  const form = { subject: 'employee', id: school.employee }
  const make = async (request_id: number | null) =>
    (await school.head.call(accessPackageEndpoints.create, { body: { ...form, request_id } })).statusCode
  expect([await make(id), await make(null), await make(other), await make(id + 999)]).toEqual([201, 201, 422, 422])
  expect(await kindsOf(id)).toEqual(['package', 'received'])
  expect(await kindsOf(other)).toEqual(['received'])
})

test('an erasure that a request begins stands in its history, by the head who did it, and takes the name', async () => {
  const word = 'Holderbeere'
  const leaver = await school.inFsw(async (tx) => {
    const { pupil } = await plantPeople(tx, { school_id: school.fsw, word, keys: school.app.platform.keys })
    await tx.updateTable('pupil').set({ status: 'left', date_exit: '2026-11-19' }).where('id', '=', pupil).execute()
    return pupil
  })
  const id = await school.add({ kind: 'erasure', subject: `pupil:${leaver}`, requested_by: `${word} ${word}` })
  const erase = () =>
    school.head.call(erasureOnRequestEndpoints.erase, {
      params: { subject: 'pupil', id: leaver },
      body: { ground: 'not_needed', is_checked: true, request_id: id },
    })
  expect((await erase()).json().message).toBe(ERASURE_TEXTS.notIdentified)
  await school.inFsw((tx) =>
    tx
      .updateTable('privacy_request')
      .set({ identity_checked_on: '2026-11-20', identity_method: 'known' })
      .where('id', '=', id)
      .execute(),
  )
  expect((await erase()).json()).toMatchObject({ is_erased: true })
  const request = await school.read(id)
  expect(request).toMatchObject({ subject: { id: null, name: null }, requested_by: null })
  expect(request.events[0]).toMatchObject({ kind: 'erased', by: 'Person 1' })
})
