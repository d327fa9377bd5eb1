import { expect, test } from 'vitest'
import { BOUNCE_SHAPES } from '#server/test/bounce-shapes.ts'
import { unreachableReasonOf } from './mail-trouble.ts'
import { parseBounce } from './parse-bounce.ts'

const TOKEN = '9b2e5a3c-52b4-4d6e-9c5f-3f0f9d3f3a77'
const header = (id: string) =>
  `From: Schule <schule@example.org>\r\nMessage-ID: <mail-${id}-${TOKEN}@example.org>\r\nSubject: Elternbrief`

test.each(BOUNCE_SHAPES)('$name', async ({ write, reason }) => {
  const raw = write({ header: header('3-12'), recipient: 'anna@example.com' })
  const notice = await parseBounce(Buffer.from(raw))
  if (reason === undefined) return expect(notice).toBeUndefined()
  expect(notice).toMatchObject({ schoolId: 3, mailId: 12, token: TOKEN })
  const [failed, ...others] = notice?.recipients ?? []
  expect([failed?.addresses, others]).toEqual([['anna@example.com'], []])
  expect(unreachableReasonOf(`${failed?.status} ${failed?.words}`)).toBe(reason)
})

test('a mail about an account belongs to no school', async () => {
  const [shape] = BOUNCE_SHAPES
  const raw = shape?.write({ header: header('account-7'), recipient: 'anna@example.com' }) ?? ''
  expect(await parseBounce(Buffer.from(raw))).toMatchObject({ schoolId: null, mailId: 7, token: TOKEN })
})

test('is found inside a few parts; a mail with endless parts is not read', async () => {
  const [shape] = BOUNCE_SHAPES
  const notice = shape?.write({ header: header('3-12'), recipient: 'anna@example.com' }) ?? ''
  const inside = (levels: number): string =>
    levels === 0
      ? notice
      : `Content-Type: multipart/mixed; boundary=in${levels}\r\n\r\n--in${levels}\r\n${inside(levels - 1)}\r\n--in${levels}--\r\n`
  expect(await parseBounce(Buffer.from(inside(3)))).toMatchObject({ mailId: 12, token: TOKEN })
  await expect(parseBounce(Buffer.from(inside(20)))).rejects.toThrow(/nesting/i)
})
