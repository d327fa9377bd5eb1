import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

const asking = new AsyncLocalStorage<string[]>()

interface Asked {
  name?: string
  text: string
}

/**
 * A connection checks its role once when it opens, sends the commit of a reading with its next statement, and forgets
 * statements that are seldom used.
 */
const OF_CONNECTIONS = new Set(['find strong role', 'commit'])
const isOfConnection = ({ name = '', text }: Asked) => OF_CONNECTIONS.has(name) || text.startsWith('deallocate ')

const note = (asked: string | Asked) => {
  const sent: Asked = typeof asked === 'string' ? { text: asked } : asked
  if (!isOfConnection(sent)) asking.getStore()?.push(sent.text)
}

/**
 * The texts of all statements that the server sends for an answer, and the answer. What it sends for something else at
 * the same time, such as the log of pages that were opened before, does not count.
 */
export const statementsOf = async <T>(ask: () => Promise<T>) => {
  const { query } = pg.Client.prototype
  const texts: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function send(this: pg.Client, ...given) {
    note(given[0] as unknown as string | Asked)
    return query.apply(this, given)
  })
  try {
    return { reply: await asking.run(texts, ask), texts }
  } finally {
    spy.mockRestore()
  }
}
