import { HOUR_MS } from '#contract/dates.ts'
import type { SchoolTransaction } from './school-transaction.ts'
import type { Acting } from './viewer.ts'

/** Tables of imports that are taken at once and can be undone for some hours; they have the same columns. */
type ImportTable = 'employee_import' | 'registration_import'

/** How many of the latest imports are listed. */
const SHOWN = 10

interface StoredImport {
  created_at: string
  undone_at: string | null
}

/** What is stored about the imports of one kind of list: who imported how many rows when, and whether it was undone. */
export const undoableImports = (name: ImportTable, undoHours: number) => {
  const table = name as 'employee_import'
  const reported = <Row extends StoredImport>(row: Row, now: Date) => ({
    ...row,
    may_undo: row.undone_at === null && now.getTime() < Date.parse(row.created_at) + undoHours * HOUR_MS,
  })
  return {
    /** Stores an import of this many rows and returns it as the list shows it. */
    async insert(tx: SchoolTransaction, row_count: number, { viewer, now }: Acting) {
      const created_at = now.toISOString()
      const row = { row_count, created_by: viewer.user_id, created_at }
      const { id } = await tx.insertInto(table).values(row).returning('id').executeTakeFirstOrThrow()
      return reported({ id, created_at, created_by: viewer.name, row_count, undone_at: null }, now)
    },

    /** The latest imports, the newest first. */
    async list(tx: SchoolTransaction, now: Date) {
      const rows = await tx
        .selectFrom(`${table} as i`)
        .leftJoin('app_user as u', 'u.id', 'i.created_by')
        .select(['i.id', 'i.created_at', 'u.name as created_by', 'i.row_count', 'i.undone_at'])
        .orderBy('i.id', 'desc')
        .limit(SHOWN)
        .execute()
      return rows.map((row) => reported(row, now))
    },

    /** Locks one import; undefined when there is none. */
    async lock(tx: SchoolTransaction, id: number, now: Date) {
      const row = await tx
        .selectFrom(table)
        .select(['id', 'created_at', 'undone_at'])
        .where('id', '=', id)
        .forUpdate()
        .executeTakeFirst()
      return row && reported(row, now)
    },

    markUndone: (tx: SchoolTransaction, id: number, { viewer, now }: Acting) =>
      tx
        .updateTable(table)
        .set({ undone_at: now.toISOString(), undone_by: viewer.user_id })
        .where('id', '=', id)
        .execute(),
  }
}
