import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { found } from '#server/http/api-error.ts'
import { findImport, lockImportRow, type Reading } from './pupilimports.queries.ts'

/** 404 for an import of another school. */
export const getImport = async (tx: SchoolTransaction, id: number, reading: Reading) =>
  found(await findImport(tx, id, reading))

/** The import, locked for a step until the end of the transaction; 404 for one of another school. */
export const lockImport = async (tx: SchoolTransaction, id: number) => found(await lockImportRow(tx, id))
