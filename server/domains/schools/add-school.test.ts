import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountEndpoints } from '#contract/account/account.ts'
import { publicSchoolEndpoints } from '#contract/schools/schools.public.ts'
import { setupEndpoints } from '#contract/schools/schools.setup.ts'
import { insideSchool, makeSchool, makeUser, newSchool } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'

let app: TestApp
beforeEach(async () => {
  app = await startTestApp()
})
afterEach(() => app.stop())

describe('another school', () => {
  test('is made by an admin, who is attached to it; the active school stays', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const user = await makeUser(app, { role: 'admin', schools: [fsw] })
    const browser = await app.signedIn(user.id)
    expect((await browser.call(setupEndpoints.addSchool, { body: newSchool('fow') })).statusCode).toBe(201)
    const base = (await browser.call(accountEndpoints.basedata)).json()
    expect(base.school.short).toBe('fsw')
    expect(base.attachedSchools.map(({ short }: { short: string }) => short)).toEqual(['fow', 'fsw'])
  })

  test('with a short that is taken is refused at the field', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const user = await makeUser(app, { role: 'admin', schools: [fsw] })
    const reply = await (await app.signedIn(user.id)).call(setupEndpoints.addSchool, { body: newSchool('fsw') })
    expect(reply.statusCode).toBe(422)
    expect(reply.json().errors).toEqual({ short: ['Dieses Kürzel ist schon vergeben.'] })
  })

  test('requested five times at once is created once', async () => {
    const fsw = await makeSchool(app, 'fsw')
    const browser = await app.signedIn((await makeUser(app, { role: 'admin', schools: [fsw] })).id)
    const replies = await Promise.all(
      Array.from({ length: 5 }, () => browser.call(setupEndpoints.addSchool, { body: newSchool('fow') })),
    )
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([201, 422, 422, 422, 422])
  })
})

test('a school whose year is not open says so on the welcome page', async () => {
  const fow = await makeSchool(app, 'fow')
  await insideSchool(app, fow, (tx) =>
    tx.updateTable('schoolyear').set({ registration_from: null, registration_until: null }).execute(),
  )
  const [school] = (await app.visitor().call(publicSchoolEndpoints.list)).json()
  expect(school.registration_open).toBe(false)
})
