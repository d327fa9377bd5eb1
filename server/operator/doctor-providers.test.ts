import { randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sealClientSecret } from '#server/domains/identityproviders/provider-client.shared.ts'
import { formatKey, parseSecretRing } from '#server/secret-keys.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { openHealthyInstallation } from '#server/test/healthy-installation.ts'
import { connectProvider, startForger } from '#server/test/identity-provider.ts'
import { plantDemand, plantPasskey } from '#server/test/login-demands.ts'
import { typeLine } from '#server/test/operator-line.ts'
import type { TestVisitor } from '#server/test/test-visitor.ts'

// Each fault is planted in a healthy installation, and the doctor finds this one and nothing else.

const healthy = openHealthyInstallation()
const { ask, examine, finds } = healthy

let school: number
let admin: TestVisitor
beforeAll(async () => {
  const app = healthy.app()
  school = await makeSchool(app, 'fsw')
  admin = await app.signedIn((await makeUser(app, { role: 'admin', schools: [school] })).id)
})

/** A service that an admin has connected; it is gone after the test. */
async function connect() {
  const forger = await startForger()
  await connectProvider(admin, { issuer: forger.issuer, school_ids: [school] })
  onTestFinished(async () => {
    forger.stop()
    await ask('delete from identity_provider')
  })
  return forger
}

const refuse = () => ({ status: 401, body: { error: 'invalid_client' } })

/** A school demands the service; its emergency account is ready. */
async function demand() {
  const { id } = await makeUser(healthy.app(), { role: 'schooladmin', schools: [school] })
  // Without a key of an app, which the doctor would want to open.
  await plantPasskey(healthy.app(), id)
  await ask('update app_user set asks_passkey = true where id = $1', [id])
  const { rows } = await ask('select id::int from identity_provider')
  await plantDemand(healthy.app(), school, { ways: 'provider', provider_id: rows[0].id, emergency_user_id: id })
  return id
}

describe('a service that a school demands', () => {
  // Before the service goes, its demand goes.
  const connectDemanded = async () => {
    const forger = await connect()
    const id = await demand()
    onTestFinished(() => plantDemand(healthy.app(), school, { ways: 'all' }))
    return { forger, id }
  }
  test('works, with an emergency account', async () => {
    await connectDemanded()
    expect(await examine()).toEqual({ code: 0, keys: [] })
  })
  test('does not answer: the operator reads how to let people in', async () => {
    const { forger } = await connectDemanded()
    forger.stop()
    await finds('provider')
    const { said } = await typeLine(['doctor'], { settings: healthy.settings() })
    expect(said).toContain('school allow-password fsw')
  })
  test('is switched off in the database', async () => {
    await connectDemanded()
    await ask('update identity_provider set is_active = false')
    await finds('demand')
  })
  test.each([
    'update app_user set deactivated_at = now() where id = $1',
    'update app_user set asks_passkey = false where id = $1',
    'update passkey set locked_at = now() where user_id = $1',
    'delete from app_user where id = $1',
  ])('has no emergency account after: %s', async (change) => {
    const { id } = await connectDemanded()
    await ask(change, [id])
    await finds('demand_emergency')
  })
})

describe('a service where people sign in', () => {
  test('that works', async () => {
    await connect()
    expect(await examine()).toEqual({ code: 0, keys: [] })
  })
  test('that does not answer', async () => {
    const forger = await connect()
    forger.stop()
    await finds('provider')
  })
  test('that refuses the secret, with what to do', async () => {
    const forger = await connect()
    forger.state.forgery = { token: refuse }
    await finds('provider')
    const { said } = await typeLine(['doctor'], { settings: healthy.settings() })
    expect(said).toContain(
      'Die Anmeldung mit IServ ist nicht möglich (Client-ID und Client-Secret): Der Dienst kennt diese Client-ID nicht',
    )
    expect(said).toContain('bis dahin gilt das Passwort.')
  })
  test('is not asked while it is switched off', async () => {
    const forger = await connect()
    forger.stop()
    await ask('update identity_provider set is_active = false')
    expect(await examine()).toEqual({ code: 0, keys: [] })
  })
  test('whose secret no key opens is a finding about the keys alone', async () => {
    await connect()
    const strange = parseSecretRing(formatKey({ id: 'verloren', bytes: randomBytes(32) }))
    const { rows } = await ask('select id::int from identity_provider')
    await ask('update identity_provider set client_secret_encrypted = $1', [
      sealClientSecret(strange, rows[0].id, 'geheim'),
    ])
    await finds('key_lost')
  })
})
