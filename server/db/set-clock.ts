import { sql } from 'kysely'
import type { Queries } from './database.ts'

/** Gives the transaction the program's time, for triggers that note when something was erased (`current_moment`). */
export const setClock = (tx: Queries, now: Date) =>
  sql`select set_config('app.now', ${now.toISOString()}, true)`.execute(tx)
