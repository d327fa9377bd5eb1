import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { endpoints, nameOf } from '#server/test/endpoint-samples.ts'
import { compileWriter, replyWriter } from './reply-writer.ts'

describe('the writer of a reply', () => {
  // It is compiled at the first reply; without this test a person would be the first to see that it cannot be.
  test('can be compiled for every endpoint of the contract', () => {
    const faults = endpoints
      .filter(({ isFile }) => !isFile)
      .flatMap((endpoint) => {
        try {
          compileWriter(endpoint.response)
          return []
        } catch (error) {
          return [`${nameOf(endpoint)}: ${error}`]
        }
      })
    expect(endpoints.length).toBeGreaterThan(100)
    expect(faults).toEqual([])
  })

  test('leaves out what the schema does not name, at the first reply and at the next', () => {
    const write = replyWriter(z.object({ id: z.int(), name: z.string().nullable() }))
    for (const id of [1, 2]) expect(JSON.parse(write({ id, name: null, secret: 'x' }))).toEqual({ id, name: null })
  })
})
