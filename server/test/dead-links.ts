import { expect } from 'vitest'
import { statementsOf } from './sent-statements.ts'
import type { TestApp } from './test-app.ts'
import type { TestVisitor } from './test-visitor.ts'

type Reply = Awaited<ReturnType<TestVisitor['inject']>>

/** Everything a browser gets, except for parts that differ with every answer. */
export const wholeOf = ({ statusCode, body, headers }: Reply) => {
  const { date: _date, 'x-request-id': _id, ...rest } = headers
  return { statusCode, body, headers: rest }
}

/** The statements with which the server finds out that a link leads nowhere. */
export const statementsOf404 = async (app: TestApp, ask: (visitor: TestVisitor) => Promise<Reply>) => {
  const visitor = app.visitor()
  await visitor.inject('GET', '/sanctum/csrf-cookie')
  const { reply, texts } = await statementsOf(() => ask(visitor))
  expect(reply.statusCode).toBe(404)
  return texts
}
