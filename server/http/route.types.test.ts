import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { inTransaction, type Pool, type Queries } from '#server/db/database.ts'
import { openRequest } from '#server/db/open-request.ts'
import { bindSchool, bindUser, inSchool, type SchoolTransaction, transactionOf } from '#server/db/school-transaction.ts'
import type { Routes } from './route.ts'

/**
 * None of these lines may compile. `npm run check` checks each `@ts-expect-error`: a line that compiles after all is an
 * error there.
 */
const refusals = ({ route }: Routes) => {
  const Pupil = z.object({ id: z.int(), lastname: z.string() })
  const shared = { method: 'GET', path: '/x', response: Pupil, summary: 'x' } as const

  // @ts-expect-error an endpoint without access
  endpoint(shared)
  // @ts-expect-error a misspelled permission
  endpoint({ ...shared, access: 'view pupils' })
  // @ts-expect-error a list with a misspelled permission
  endpoint({ ...shared, access: ['view pupil', 'view pupils'] })

  const forEveryone = endpoint({ ...shared, access: 'public' })
  // @ts-expect-error the viewer of a public endpoint may be null
  route(forEveryone, async ({ viewer }) => ({ id: viewer.user_id, lastname: '' }))

  const forStaff = endpoint({ ...shared, access: 'view pupil' })
  // @ts-expect-error a reply that lacks a field
  route(forStaff, async () => ({ id: 1 }))
  // @ts-expect-error a body where the endpoint takes none
  route(forStaff, async ({ body }) => ({ id: body.id, lastname: '' }))
  // The school of a school endpoint is never null.
  route(forStaff, async ({ viewer }) => ({ id: viewer.school_id satisfies number, lastname: viewer.name }))

  const withoutSchool = endpoint({ ...shared, access: 'signed in', scope: 'installation' })
  // @ts-expect-error outside a school the active one may be null
  route(withoutSchool, async ({ viewer }) => ({ id: viewer.school_id satisfies number, lastname: '' }))
}

/** A query of a school: it takes only a transaction that is bound to one. */
declare const listPupils: (tx: SchoolTransaction) => Promise<{ id: number; lastname: string }>
declare const pool: Pool
declare const queries: Queries

/** None of these transactions is bound to a school, so that none of these lines may compile either. */
const unbound = ({ route, routeDetached }: Routes) => {
  const reply = z.object({ id: z.int(), lastname: z.string() })
  const shared = { method: 'GET', path: '/x', response: reply, summary: 'x' } as const
  const forEveryone = endpoint({ ...shared, access: 'public' })
  const withoutSchool = endpoint({ ...shared, access: 'signed in', scope: 'installation' })
  const forStaff = endpoint({ ...shared, access: 'view pupil' })

  // @ts-expect-error queries that no function has bound
  listPupils(queries)
  // @ts-expect-error a transaction of nobody
  inTransaction(pool, (tx) => listPupils(tx))
  // @ts-expect-error a request whose viewer may be outside every school
  openRequest(pool, { token: undefined, requestId: '', ipTrunc: '' }, (tx) => listPupils(tx))
  // @ts-expect-error a public endpoint, before it has bound its transaction
  route(forEveryone, ({ tx }) => listPupils(tx))
  // @ts-expect-error the same with slow work
  routeDetached(forEveryone, ({ inTransaction: work }) => work((tx) => listPupils(tx)))
  // @ts-expect-error an endpoint that needs no school
  route(withoutSchool, ({ tx }) => listPupils(tx))
  // @ts-expect-error a viewer who may be outside every school
  route(withoutSchool, ({ tx, viewer }) => listPupils(transactionOf(tx, viewer)))
  // @ts-expect-error a login binds a user, who may be outside every school
  inTransaction(pool, async (tx) => listPupils(await bindUser(tx, 1)))

  // These are bound.
  inTransaction(pool, async (tx) => listPupils(await bindSchool(tx, 1)))
  inSchool(pool, { userId: null, schoolId: 1, requestId: '' }, listPupils)
  route(forStaff, ({ tx }) => listPupils(tx))
  routeDetached(forStaff, ({ inTransaction: work }) => work(listPupils))
}

test('the refusals above are compiled, not run', () => {
  expect(refusals).toBeTypeOf('function')
  expect(unbound).toBeTypeOf('function')
})
