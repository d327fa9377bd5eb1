import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { sendFile } from './send-file.ts'

const sent = async (filename: string) => {
  const app = fastify()
  app.get('/', (_request, reply) =>
    sendFile(reply, { filename, media_type: 'text/plain', content: new TextEncoder().encode('Grüße') }),
  )
  const reply = await app.inject({ method: 'GET', url: '/' })
  await app.close()
  return reply
}

describe('a file as an answer', () => {
  test('comes as it is, to be saved', async () => {
    const reply = await sent('Klasse-5a.xlsx')
    expect(reply.rawPayload.toString('utf8')).toBe('Grüße')
    expect(reply.headers).toMatchObject({
      'content-type': 'text/plain',
      'content-disposition': "attachment; filename*=UTF-8''Klasse-5a.xlsx",
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
    })
  })

  test.each([
    ['Klasse 1/2 Füchse.xlsx', 'Klasse%201%2F2%20F%C3%BCchse.xlsx'],
    ["a'b(c)*.csv", 'a%27b%28c%29%2a.csv'],
    ['x\r\nSet-Cookie: a=b', 'x%0D%0ASet-Cookie%3A%20a%3Db'],
    ['"; filename=evil.exe', '%22%3B%20filename%3Devil.exe'],
  ])('keeps its name %j and cannot bring a header with it', async (name, encoded) => {
    const { headers } = await sent(name)
    expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${encoded}`)
    expect(headers['set-cookie']).toBeUndefined()
  })
})
