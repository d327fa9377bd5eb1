import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { accountEndpoints } from '#contract/account/account.ts'
import { endpoint } from '#contract/endpoint.ts'
import { type CallInput, call, type Reply } from './client.ts'

const get = endpoint({
  method: 'GET',
  path: '/api/thing/:id',
  access: 'signed in',
  params: z.object({ id: z.coerce.number() }),
  query: z.object({ page: z.coerce.number().default(1), search: z.string().optional() }),
  response: z.object({ name: z.string() }),
  summary: 'Ding',
})

/** Never called: tsc reads it, and an unused `@ts-expect-error` fails the check. */
const refusals = async () => {
  // @ts-expect-error a call without its body
  await call(accountEndpoints.login)
  // @ts-expect-error a body without a required field
  await call(accountEndpoints.login, { body: { email: 'a@example.org' } })
  // @ts-expect-error params missing
  await call(get)
  // @ts-expect-error params with another name
  await call(get, { params: { uuid: 1 } })
  // @ts-expect-error coerced params are still numbers here
  await call(get, { params: { id: 'x' } })
  // @ts-expect-error a query the endpoint does not know
  await call(get, { params: { id: 1 }, query: { sort: 'name' } })
  // @ts-expect-error a body for an endpoint that takes none
  await call(get, { params: { id: 1 }, body: {} })
  const reply = await call(get, { params: { id: 1 }, query: { page: 2 } })
  // @ts-expect-error a reply field that does not exist
  return reply.title
}

describe('the types of call()', () => {
  it('make the input of an endpoint without params, query and body optional', () => {
    const input: CallInput<typeof accountEndpoints.basedata> = {}
    const reply: Reply<typeof get> = { name: 'Ding' }
    expect([input, reply.name, typeof refusals]).toEqual([{}, 'Ding', 'function'])
  })
})
