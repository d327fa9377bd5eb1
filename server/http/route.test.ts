import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { accountEndpoints } from '#contract/account/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { pupilStatsEndpoints } from '#contract/pupils/pupils.stats.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import type { Queries } from '#server/db/database.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { openVisitor } from '#server/test/test-visitor.ts'
import { setErrorHandlers } from './error-handler.ts'
import { routesFor } from './route.ts'

let app: TestApp
let fsw: number
let fow: number
beforeAll(async () => {
  app = await startTestApp()
  fsw = await makeSchool(app, 'fsw')
  fow = await makeSchool(app, 'fow')
})
afterAll(() => app.stop())

const signedOutToken = async () => {
  const visitor = app.visitor()
  await visitor.inject('GET', '/sanctum/csrf-cookie')
  return visitor.cookies.get('XSRF-TOKEN')
}

const signedIn = async (schools: number[], role: 'schooladmin' | 'viewer' = 'schooladmin') => {
  const { id } = await makeUser(app, { role, schools })
  return { id, browser: await app.signedIn(id) }
}

describe('the school of a request', () => {
  test('is the active one; a page loaded for another is refused before anything is written', async () => {
    const { browser } = await signedIn([fsw, fow])
    const headers = { 'x-school': String(fow) }
    const reply = await browser.call(registrationEndpoints.changeStatus, {
      params: { id: 1 },
      body: { status: 'accepted' },
      headers,
    })
    expect([reply.statusCode, reply.json()]).toEqual([409, { message: ERROR_TEXTS.otherSchool }])
    const own = await browser.call(pupilEndpoints.list, { headers: { 'x-school': String(fsw) } })
    expect(own.statusCode).toBe(200)
  })

  test('is missing: every school endpoint answers 409, the others work', async () => {
    const { browser } = await signedIn([])
    for (const endpoint of [pupilEndpoints.list, pupilStatsEndpoints.get, registrationEndpoints.list]) {
      const reply = await browser.call(endpoint)
      expect([reply.statusCode, reply.json()]).toEqual([409, { message: ERROR_TEXTS.noSchool }])
    }
    expect((await browser.call(accountEndpoints.basedata)).json().school).toBeNull()
  })

  test('ends with the attachment, at the next request', async () => {
    const { id, browser } = await signedIn([fsw])
    expect((await browser.call(pupilEndpoints.list)).statusCode).toBe(200)
    await app.database.owner.query('delete from user_school where user_id = $1', [id])
    expect((await browser.call(pupilEndpoints.list)).statusCode).toBe(409)
  })
})

test('the order of refusals is 401, 419, 403, 422, 409', async () => {
  const endpoint = registrationEndpoints.changeStatus
  const bad = { params: { id: 1 }, body: { status: 'nichts' }, headers: { 'x-school': '987' } }
  expect((await app.visitor().call(endpoint, bad)).statusCode).toBe(401)
  const { browser: viewer } = await signedIn([fsw], 'viewer')
  expect((await viewer.call(endpoint, { ...bad, headers: { ...bad.headers, 'x-xsrf-token': 'x' } })).statusCode).toBe(
    419,
  )
  expect((await viewer.call(endpoint, bad)).statusCode).toBe(403)
  const { browser: head } = await signedIn([fsw])
  expect((await head.call(endpoint, bad)).statusCode).toBe(422)
  expect((await head.call(endpoint, { ...bad, body: { status: 'new' } })).statusCode).toBe(409)
})

test('fields outside the contract cannot leave, and personal replies are not cached', async () => {
  const { browser } = await signedIn([fsw])
  const reply = await browser.call(accountEndpoints.basedata)
  expect(Object.keys(reply.json()).sort()).toEqual([
    'attachedSchools',
    'labels',
    'permissions',
    'school',
    'session',
    'today',
    'user',
    'warnings',
  ])
  expect(Object.keys(reply.json().user).sort()).toEqual(['email', 'id', 'name', 'role', 'school_id'])
  expect(reply.headers['cache-control']).toBe('no-store')
  expect(reply.headers['x-robots-tag']).toBe('noindex, nofollow')
})

describe('detached work', () => {
  const call = { method: 'POST', response: z.object({}), summary: 'x' } as const
  /** A server with one endpoint that makes something happen before its transaction. */
  const serverWith = async (access: 'signed in' | 'manage users' | 'public', meanwhile: () => Promise<unknown>) => {
    const server = fastify()
    setErrorHandlers(server)
    await server.register(cookie)
    const { routeDetached } = routesFor(server, app.platform)
    for (const [path, name] of [
      ['/once', 'inTransactionOnce'],
      ['/work', 'inTransaction'],
    ] as const)
      routeDetached(endpoint({ ...call, path, access }), async (detached) => {
        await meanwhile()
        return detached[name](async () => ({}))
      })
    return server
  }
  const browserOf = (server: ReturnType<typeof fastify>, like: Awaited<ReturnType<typeof signedIn>>['browser']) => {
    const browser = openVisitor(server)
    for (const [name, value] of like.cookies) browser.cookies.set(name, value)
    return browser
  }
  const sql = (text: string, id: number) => app.database.owner.query(text, [id])

  test.each([
    ['whose session ended', 401, 'delete from session where user_id = $1'],
    ['who was deleted', 401, 'update app_user set deactivated_at = now() where id = $1'],
    ['who lost the right', 403, "update app_user set role = 'viewer' where id = $1"],
    ['who went to another school', 409, 'update app_user set school_id = null where id = $1'],
  ] as const)('of somebody %s meanwhile is refused by %i', async (_name, status, change) => {
    for (const path of ['/once', '/work']) {
      const { id, browser } = await signedIn([fsw])
      const server = await serverWith('manage users', () => sql(change, id))
      expect((await browserOf(server, browser).inject('POST', path)).statusCode).toBe(status)
      await server.close()
    }
  })

  test('without a login goes on, also when one was there and stayed', async () => {
    const server = await serverWith('public', async () => {})
    const stranger = browserOf(server, app.visitor())
    stranger.cookies.set('XSRF-TOKEN', (await signedOutToken()) ?? '')
    expect((await stranger.inject('POST', '/work')).statusCode).toBe(200)
    const { browser } = await signedIn([fsw])
    expect((await browserOf(server, browser).inject('POST', '/work')).statusCode).toBe(200)
    await server.close()
  })
})

test('a GET that would change something fails in the database; one that is logged may', async () => {
  const server = fastify()
  setErrorHandlers(server)
  await server.register(cookie)
  const { route } = routesFor(server, app.platform)
  const reading = { method: 'GET', access: 'public', response: z.object({}), summary: 'x' } as const
  const write = async ({ tx }: { tx: Queries }) => {
    await sql`update school set website = 'x'`.execute(tx)
    return {}
  }
  route(endpoint({ ...reading, path: '/writes' }), write)
  route(endpoint({ ...reading, path: '/logged', isLogged: true }), write)
  expect((await server.inject('/writes')).statusCode).toBe(500)
  expect((await server.inject('/logged')).statusCode).toBe(200)
  await server.close()
})
