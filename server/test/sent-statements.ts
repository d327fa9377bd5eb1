import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'
import { vi } from 'vitest'

interface SentStatement {
  name?: string
  text: string
}

const texts = new AsyncLocalStorage<string[]>()
const { query } = pg.Client.prototype

/**
 * A connection checks its role once when it opens, sends the commit of a reading with its next statement, and forgets
 * statements that are seldom used. Commits of writes have the same name; their begin is counted.
 */
const OF_CONNECTIONS = new Set(['find strong role', 'commit'])
const isOfConnection = ({ name = '', text }: SentStatement) =>
  OF_CONNECTIONS.has(name) || text.startsWith('deallocate ')

const note = (given: string | SentStatement) => {
  const sent: SentStatement = typeof given === 'string' ? { text: given } : given
  if (!isOfConnection(sent)) texts.getStore()?.push(sent.text)
}

/**
 * The texts of all statements that the server sends for an answer, and the answer. What it sends for something else at
 * the same time, such as the log of pages that were opened before, does not count. Throws when there was none.
 */
export const statementsOf = async <T>(ask: () => Promise<T>) => {
  const seen: string[] = []
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function send(this: pg.Client, ...given) {
    note(given[0] as unknown as string | SentStatement)
    return query.apply(this, given)
  })
  try {
    const reply = await texts.run(seen, ask)
    if (seen.length === 0) throw new Error('No statement was seen.')
    return { reply, texts: seen }
  } finally {
    spy.mockRestore()
  }
}
