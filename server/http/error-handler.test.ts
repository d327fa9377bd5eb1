import fastify from 'fastify'
import { expect, test } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { setErrorHandlers } from './error-handler.ts'

const answerTo = async (code: string) => {
  const app = fastify()
  setErrorHandlers(app)
  app.get('/', () => {
    throw Object.assign(new Error('Key (id)=(Kowalski) is not there'), { code })
  })
  const reply = await app.inject({ method: 'GET', url: '/' })
  await app.close()
  return reply
}

test.each([
  ['23503', 409, ERROR_TEXTS.tied],
  ['40001', 503, ERROR_TEXTS.unavailable],
  ['40P01', 503, ERROR_TEXTS.unavailable],
  ['53300', 503, ERROR_TEXTS.unavailable],
  ['57P01', 503, ERROR_TEXTS.unavailable],
  ['08006', 503, ERROR_TEXTS.unavailable],
  ['COMMIT_UNCONFIRMED', 503, ERROR_TEXTS.unavailable],
  ['DATABASE_STANDBY', 503, ERROR_TEXTS.unavailable],
  ['53100', 503, ERROR_TEXTS.outOfRoom],
  ['53200', 503, ERROR_TEXTS.outOfRoom],
  ['53000', 503, ERROR_TEXTS.outOfRoom],
  ['58030', 503, ERROR_TEXTS.outOfRoom],
  ['58P01', 503, ERROR_TEXTS.outOfRoom],
  ['22P02', 422, ERROR_TEXTS.invalid],
  ['23505', 500, ERROR_TEXTS.unknown],
  ['XX000', 500, ERROR_TEXTS.unknown],
])('what PostgreSQL calls %s is answered %i in German, without what was typed', async (code, status, message) => {
  const reply = await answerTo(code)
  expect([reply.statusCode, reply.json().message]).toEqual([status, message])
  expect(reply.body).not.toContain('Kowalski')
  expect(reply.headers['retry-after'] !== undefined).toBe(status === 503)
})
