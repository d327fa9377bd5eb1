import type { Role } from '#contract/permissions.ts'
import type { LoginWays } from '#contract/users/login-ways.ts'
import { makeUser } from './factories.ts'
import { anotherHousehold } from './password-links.ts'
import type { TestApp } from './test-app.ts'

type Demand = Partial<LoginWays> & Pick<LoginWays, 'ways'>

/** A stored demand of a school, or none, as if its head had set it. */
export async function plantDemand({ database }: TestApp, schoolId: number, demand: Demand) {
  const { ways, provider_id = null, emergency_user_id = null } = demand
  await database.owner.query('delete from login_demand where school_id = $1', [schoolId])
  if (ways !== 'all')
    await database.owner.query('insert into login_demand values ($1, $2, $3, $4)', [
      schoolId,
      ways,
      provider_id,
      emergency_user_id,
    ])
}

/** A provider that is switched on and serves these schools; nobody can talk to it. */
export async function plantProvider({ database }: TestApp, name: string, schoolIds: readonly number[]) {
  const { rows } = await database.owner.query(
    `insert into identity_provider (name, kind, issuer, client_id, client_secret_encrypted, is_active, school_ids)
     values ($1, 'iserv', $2, 'schulhof', 'x', true, $3) returning id::int`,
    [name, `https://${name.toLowerCase()}.schule.example`, schoolIds],
  )
  return rows[0].id as number
}

/** A link of an account to a provider. */
export async function plantLink({ database }: TestApp, userId: number, providerId: number) {
  const { rows } = await database.owner.query(
    `insert into identity (user_id, provider_id, subject, label, origin) values ($1, $2, $3, 'anna', 'self') returning id::int`,
    [userId, providerId, `person ${userId}`],
  )
  return rows[0].id as number
}

/** A passkey that no device has: it counts as a way to sign in. */
export const plantPasskey = ({ database }: TestApp, userId: number, { isLocked = false } = {}) =>
  database.owner.query(
    `insert into passkey (user_id, credential_id, public_key, counter, name, is_synced, locked_at)
     values ($1, decode(md5(random()::text), 'hex'), 'x', 0, 'Handy', false, case when $2 then now() end)`,
    [userId, isLocked],
  )

export const plantSecondFactor = ({ database }: TestApp, userId: number, isOn = true) =>
  database.owner.query(
    `update app_user set two_factor_secret = case when $2 then 'x'::bytea end,
       two_factor_enabled_at = case when $2 then now() end where id = $1`,
    [userId, isOn],
  )

/** Lets the sessions of an account be what they would be after another login. */
export const plantWay = (
  { database }: TestApp,
  userId: number,
  { way, identityId = null, hasProvedTwo = false }: { way: string; identityId?: number | null; hasProvedTwo?: boolean },
) =>
  database.owner.query('update session set way = $2, identity_id = $3, has_second_factor = $4 where user_id = $1', [
    userId,
    way,
    identityId,
    hasProvedTwo,
  ])

interface ArrivalBy {
  /** A number is the id of the provider. */
  way: 'password' | 'passkey' | number
  role: Role | null
  schools: number[]
}

/** Somebody whose session came in by this way; all ways except the password prove two factors. */
export async function arriveBy(app: TestApp, { way, role, schools }: ArrivalBy) {
  const { id } = await makeUser(app, { role, schools })
  const browser = await app.signedIn(id, anotherHousehold())
  if (way === 'passkey') await plantPasskey(app, id)
  const identityId = typeof way === 'number' ? await plantLink(app, id, way) : null
  await plantWay(app, id, {
    way: typeof way === 'number' ? 'provider' : way,
    identityId,
    hasProvedTwo: way !== 'password',
  })
  return { id, browser }
}
