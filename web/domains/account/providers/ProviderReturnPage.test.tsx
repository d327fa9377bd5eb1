import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { providerLoginEndpoints } from '#contract/account/account.providers.ts'
import { PROVIDER_FAULTS } from '#contract/identityproviders/provider-faults.ts'
import { closeApp, openApp, page } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { json } from '#web/page.test-data.ts'

let server: FakeServer
beforeEach(() => {
  server = fakeServer([stillOnItsWay])
})
afterEach(closeApp)

const comeBack = async () => {
  await openApp('/base/login/zurueck/7?code=abc&state=login-1', server)
  await page('Login')
}

test('after the sign-in at a service the second step speaks of the service, not of a password', async () => {
  server.on(providerLoginEndpoints.answer, () => ({
    ...{ message: '', url: null, two_factor: true, has_app: true, passkey: null },
  }))
  await comeBack()
  expect(await screen.findByText(/^Die Anmeldung beim Dienst hat geklappt\./)).toBeTruthy()
  expect(document.body.textContent).not.toContain('Ihr Passwort stimmt')
  expect(server.bodiesOf(providerLoginEndpoints.answer)).toEqual([
    { provider_id: 7, search: '?code=abc&state=login-1' },
  ])
  expect(location.search).toBe('')
})

test.each(Object.keys(PROVIDER_FAULTS) as (keyof typeof PROVIDER_FAULTS)[])(
  'the fault %s leads back to the login, which says what to do',
  async (fault) => {
    const { user } = PROVIDER_FAULTS[fault]
    server.on(providerLoginEndpoints.answer, () => json(422, { message: user, errors: {} }))
    await comeBack()
    expect((await screen.findByText(user)).closest('[role="alert"]')).toBeTruthy()
    expect(user).not.toMatch(/Token|Issuer|Client|Server|Zertifikat|geht nicht/)
    expect(user).toMatch(/Bitte|Melden Sie|Versuchen Sie/)
    expect(screen.getByLabelText('Passwort')).toBeTruthy()
  },
)
