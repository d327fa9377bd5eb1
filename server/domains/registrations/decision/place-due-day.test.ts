import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationEndpoints as endpoints } from '#contract/registrations/registrations.ts'
import { makeApplication } from '#server/test/child-factories.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

let app: TestApp
let fsw: number
let head: TestVisitor
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  head = await app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [fsw] })).id)
})
afterAll(() => app.stop())

const offer = async (body: object) => {
  const { id } = await makeApplication(app, fsw)
  const reply = await head.call(endpoints.changeStatus, { params: { id }, body })
  const details = (await head.call(endpoints.get, { params: { id } })).json()
  return {
    code: reply.statusCode,
    fields: Object.keys(reply.json().errors ?? {}),
    due: details.place_confirm_due_at,
    status: details.status,
  }
}

// The tests run on 2026-11-20; ninety days later it is 2027-02-18.
test.each(['2026-11-20', '2026-12-24', '2027-02-18'])('a place can be offered until %s', async (day) => {
  expect(await offer({ status: 'accepted', place_confirm_due_at: day })).toMatchObject({ code: 200, due: day })
})

test.each(['2026-11-19', '2027-02-19', '2026-02-30', 'morgen', ''])('not until „%s“', async (day) => {
  expect(await offer({ status: 'accepted', place_confirm_due_at: day })).toEqual({
    code: 422,
    fields: ['place_confirm_due_at'],
    due: null,
    status: 'new',
  })
})

test('without a day it is in fourteen days; no other status takes one', async () => {
  expect(await offer({ status: 'accepted' })).toMatchObject({ code: 200, due: '2026-12-04' })
  expect(await offer({ status: 'waiting', place_confirm_due_at: '2026-12-04' })).toMatchObject({
    code: 422,
    status: 'new',
  })
})
