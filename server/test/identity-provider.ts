import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'
import { identityProviderEndpoints } from '#contract/identityproviders/identityproviders.ts'
import type { TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

export const CLIENT = { id: 'schulhof', secret: 'ein-geheimnis-nur-fuer-tests-0123456789' }

interface People {
  [login: string]: Record<string, unknown>
}

const listen = async (server: Server) => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface ClientAddresses {
  post_logout_redirect_uris?: string[]
  backchannel_logout_uri?: string
}

const makeProvider = (issuer: string, people: People, addresses: ClientAddresses & { redirect_uris: string[] }) =>
  new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        post_logout_redirect_uris: ['http://localhost/app/base/login'],
        ...addresses,
      },
    ],
    claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username'] },
    conformIdTokenClaims: false,
    features: { backchannelLogout: { enabled: true } },
    // Its own way refuses addresses of this machine.
    fetch: (url, { dispatcher: _guarded, ...call }: RequestInit & { dispatcher?: unknown } = {}) => fetch(url, call),
    findAccount: (_context, login) => ({
      accountId: login,
      claims: async () => ({ sub: login, ...people[login] }),
    }),
    // Nobody is asked for consent: the school has decided.
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: oidc.client?.clientId ?? '',
        accountId: oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })

/**
 * A certified provider of this machine; its people sign in by their name alone. What it knows about the program is asked
 * for at its first request, because addresses of the program become known after its own.
 */
export async function startProvider(
  people: People,
  redirectUris: () => string[],
  more: () => ClientAddresses = () => ({}),
) {
  const server = createServer()
  const issuer = await listen(server)
  let answer: ReturnType<Provider['callback']> | undefined
  server.on('request', (request, reply) => {
    answer ??= makeProvider(issuer, people, { redirect_uris: redirectUris(), ...more() }).callback()
    void answer(request, reply)
  })
  return { issuer, stop: () => server.close() }
}

/** Goes through the provider's pages as a browser, and returns the query with which it sends the browser back. */
export async function signInAt(url: string, login: string) {
  const cookies = new Map<string, string>()
  const visit = async (address: string, form?: Record<string, string>) => {
    const reply = await fetch(address, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return reply
  }
  let address = url
  for (let step = 0; step < 10; step++) {
    const { origin, pathname, search } = new URL(address)
    if (pathname.startsWith('/app/')) return search
    const reply = await visit(
      address,
      pathname.startsWith('/interaction') ? { prompt: 'login', login, password: 'x' } : undefined,
    )
    const next = reply.headers.get('location')
    if (!next) throw new Error(`${address}: ${reply.status} ${await reply.text()}`)
    address = new URL(next, origin).href
  }
  throw new Error(`No way back from ${url}`)
}

interface TokenAnswer {
  status: number
  body: unknown
  headers?: Record<string, string>
  delayMs?: number
}

interface Forgery {
  /** Changes what the token says. */
  claims?: (claims: JWTPayload) => JWTPayload
  /** Another key than the published one. */
  hasForeignKey?: boolean
  alg?: 'none' | 'HS256'
  /** Changes the answer of the token's address. */
  token?: (id_token: string) => TokenAnswer | Promise<TokenAnswer>
  metadata?: Record<string, unknown>
}

interface Answers {
  metadata: () => unknown
  answerToken: () => Promise<TokenAnswer>
  /** Claims besides the token's. */
  userinfo: () => object
  publicKey: () => Promise<object>
}

const answerRequests = (server: Server, { metadata, answerToken, userinfo, publicKey }: Answers) =>
  server.on('request', async ({ url }, reply) => {
    const send = (status: number, body: unknown) => {
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (url === '/.well-known/openid-configuration') return send(200, metadata())
    if (url === '/jwks') return send(200, { keys: [{ ...(await publicKey()), alg: 'RS256', use: 'sig' }] })
    if (url === '/userinfo') return send(200, userinfo())
    if (url !== '/token') return send(404, {})
    const { status, body, headers = {}, delayMs = 0 } = await answerToken()
    for (const [name, value] of Object.entries(headers)) reply.setHeader(name, value)
    setTimeout(() => send(status, body), delayMs)
  })

const goodAnswer = (id_token: string): TokenAnswer => ({
  status: 200,
  body: { access_token: 'x', token_type: 'Bearer', expires_in: 60, id_token },
})

const describeItself = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  code_challenge_methods_supported: ['S256'],
})

const withoutSignature = (payload: object) => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'none' })}.${part(payload)}.`
}

/** A provider whose every answer can be forged. */
export async function startForger() {
  const keys = { own: await generateKeyPair('RS256'), foreign: await generateKeyPair('RS256') }
  const state = {
    ...{ forgery: {} as Forgery, nonce: '', kid: 'a', keyRequests: 0 },
    person: { sub: '1' } as Record<string, unknown>,
    /** What the provider says besides the token. */
    userinfo: {} as Record<string, unknown>,
  }
  const server = createServer()
  const issuer = await listen(server)
  const idToken = async () => {
    const { claims = (same) => same, hasForeignKey, alg } = state.forgery
    const now = Math.floor(Date.now() / 1000)
    const payload = claims({
      iss: issuer,
      aud: CLIENT.id,
      iat: now,
      exp: now + 300,
      nonce: state.nonce,
      ...state.person,
    })
    if (alg === 'none') return withoutSignature(payload)
    if (alg === 'HS256') return new SignJWT(payload).setProtectedHeader({ alg }).sign(Buffer.from(CLIENT.secret))
    const { privateKey } = hasForeignKey ? keys.foreign : keys.own
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: state.kid }).sign(privateKey)
  }
  const answerToken = async () => {
    const id_token = await idToken()
    return (await state.forgery.token?.(id_token)) ?? goodAnswer(id_token)
  }
  answerRequests(server, {
    metadata: () => ({ ...describeItself(issuer), ...state.forgery.metadata }),
    answerToken,
    userinfo: () => ({ sub: state.person.sub, ...state.userinfo }),
    publicKey: async () => {
      state.keyRequests += 1
      return { ...(await exportJWK(keys.own.publicKey)), kid: state.kid }
    },
  })
  return {
    issuer,
    state,
    /** From now on another key signs, as after a rotation. */
    async rotate() {
      keys.own = await generateKeyPair('RS256')
      state.kid += 'x'
    },
    /** While the program waits for the token, something happens. */
    meanwhile(happens: () => Promise<unknown>) {
      state.forgery = {
        token: async (id_token) => {
          await happens()
          return goodAnswer(id_token)
        },
      }
    },
    /** A logout token as the provider would send it, with changes. */
    logoutToken: (change: Record<string, unknown> = {}, { isForeign = false, kid = state.kid } = {}) => {
      const now = Math.floor(Date.now() / 1000)
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
      const payload = { iss: issuer, aud: CLIENT.id, iat: now, jti: `${Math.random()}`, events, sub: '1', ...change }
      const { privateKey } = isForeign ? keys.foreign : keys.own
      return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey)
    },
    /** Returns the query with which the browser comes back: it has the state of the address that the browser was sent to. */
    answerFor(url: string, change: Record<string, string> = {}) {
      const asked = new URL(url).searchParams
      state.nonce = asked.get('nonce') ?? ''
      return `?${new URLSearchParams({ code: 'code', state: asked.get('state') ?? '', ...change })}`
    },
    stop: () => server.close(),
  }
}

interface Wanted {
  issuer: string
  school_ids: number[]
  name?: string
  change?: Record<string, unknown>
}

/** Connects a provider as an admin does on the page; returns its number. */
export async function connectProvider(admin: TestVisitor, { issuer, school_ids, name = 'IServ', change = {} }: Wanted) {
  const added = await admin.call(identityProviderEndpoints.add, {
    body: { kind: 'other', name, issuer, client_id: CLIENT.id, school_ids, ...change },
  })
  if (added.statusCode !== 201) throw new Error(added.body)
  const { id } = added.json() as { id: number }
  const turnedOn = await admin.call(identityProviderEndpoints.change, {
    params: { id },
    body: { client_secret: CLIENT.secret, is_active: true },
  })
  if (turnedOn.statusCode !== 200) throw new Error(turnedOn.body)
  return id
}

/** A stored link of an account, as if somebody had signed in at a provider; returns its number. */
export async function plantIdentity({ database }: TestApp, userId: number, origin: 'self' | 'mail' | 'rule') {
  const name = `iserv${userId}.schule.example`
  const { rows } = await database.owner.query(
    `with provider as (insert into identity_provider (name, kind, issuer) values ($1, 'iserv', $4) returning id)
     insert into identity (user_id, provider_id, subject, label, origin) select $2, id, 'a1', 'anna', $3 from provider returning id`,
    [name, userId, origin, `https://${name}`],
  )
  return rows[0].id as number
}
