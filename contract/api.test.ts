import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { api } from './api.ts'
import type { Endpoint } from './endpoint.ts'

const all: [string, Endpoint][] = Object.entries(api).flatMap(([domain, endpoints]) =>
  Object.entries(endpoints).map(([name, one]): [string, Endpoint] => [`${domain}.${name}`, one as unknown as Endpoint]),
)

test('no two endpoints share method and path', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('the paths of spec §7 for registrations, pupils and classes are there', () => {
  const addresses = all.map(([, { method, path }]) => `${method} ${path}`)
  expect(addresses).toEqual(
    expect.arrayContaining([
      'GET /api/admin/schoolRegistration',
      'GET /api/admin/schoolRegistration_latest',
      'GET /api/admin/schoolRegistration/:id',
      'DELETE /api/admin/schoolRegistration/:id',
      'PUT /api/admin/schoolRegistration/:id/changeStatus',
      'POST /api/admin/schoolRegistration/resendContactOptin/:contactId',
      'POST /api/admin/schoolRegistration/transformToPupil',
      'GET /api/admin/pupil',
      'GET /api/admin/pupil/:id',
      'GET /api/admin/pupil/formOptions',
      'GET /api/admin/pupil/stats',
      'GET /api/admin/schoolclass',
      'POST /api/admin/schoolclass',
      'GET /api/admin/schoolclass/:id',
      'PUT /api/admin/schoolclass/:id',
      'DELETE /api/admin/schoolclass/:id',
      'GET /api/admin/schoolclass/formOptions',
      'GET /api/admin/schoolclass/assignedByUser',
    ]),
  )
})

describe.each(all)('%s', (_name, { path, params, query, body, response, isFile, isUpload }) => {
  test('can be written as JSON schema, as the server and the API document need it', () => {
    if (!isFile) expect(() => z.toJSONSchema(response, { io: 'output' })).not.toThrow()
    // A file that is sent as it is has no JSON.
    for (const input of [params, query, isUpload ? undefined : body])
      if (input) expect(() => z.toJSONSchema(input, { io: 'input' })).not.toThrow()
  })

  test('names each parameter of its path', () => {
    const named = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name)
    expect(params instanceof z.ZodObject ? Object.keys(params.shape) : []).toEqual(named)
  })
})
