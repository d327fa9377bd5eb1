import { expect, test } from 'vitest'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import type { Routes } from './route.ts'

/**
 * What must not compile. Each `@ts-expect-error` is checked by `npm run check`: a line that compiles after all is an
 * error there (conventions §1).
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

test('the refusals above are compiled, not run', () => {
  expect(refusals).toBeTypeOf('function')
})
