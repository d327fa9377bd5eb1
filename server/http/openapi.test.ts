import { expect, test } from 'vitest'
import { z } from 'zod'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'
import { openApiDocument } from './openapi.ts'

const asked = { method: 'POST', access: 'signed in', response: z.object({ id: z.int() }), summary: 'Probe' } as const
const document = openApiDocument([
  endpoint({ ...asked, path: '/api/json', body: z.object({ name: z.string() }) }),
  endpoint({ ...asked, path: '/api/file', body: z.instanceof(Uint8Array), isUpload: true }),
] as unknown as Endpoint[])

test('the document asks for JSON by its schema, and for a file as it is', () => {
  const file = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  const form = { 'application/json': { schema: { required: ['name'] } } }
  expect(document.paths).toMatchObject({
    '/api/json': { post: { requestBody: { content: form } } },
    '/api/file': { post: { requestBody: { content: file } } },
  })
})
