import { z } from 'zod'
import { GENDERS } from '#contract/genders.ts'
import { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { IMPORT_FIELDS } from './pupilimports.columns.ts'
import { IMPORT_MEANINGS } from './pupilimports.meanings.ts'

/** What the check of an import finds out about a row. */

export const ImportFieldName = z.enum(IMPORT_FIELDS)
/** What a column means: a field, or a pair of fields in one cell. */
export const ImportMeaningName = z.enum(IMPORT_MEANINGS)

/** Texts by field, as they stand in the file or were corrected; only mapped columns that are not empty. */
export const ImportCells = z.partialRecord(ImportFieldName, z.string())

/** Without a field: of the row as a whole. */
export const ImportRemark = z.object({ field: ImportFieldName.nullable(), message: z.string() })

/** As people read it; null: empty. */
export const ImportChange = z.object({ field: ImportFieldName, from: z.string().nullable(), to: z.string().nullable() })

/** A child on record whom a row may be about, with what an update would change. */
export const ImportMatch = DuplicatePupil.extend({
  gender: z.enum(GENDERS),
  schoolclass: z.string().nullable(),
  /** In one line. */
  address: z.string().nullable(),
  /** Only told where somebody must decide. */
  changes: z.array(ImportChange),
})
export type ImportMatch = z.output<typeof ImportMatch>

/** Rows of which nobody knows yet what to do with them. */
export const ImportUndecided = z.object({ errors: z.int(), duplicates: z.int() })

/** Rows of which something is to be known before the import. */
export const ImportHints = z.object({
  /** New children without a gender: they are entered as `d`. */
  without_gender: z.int(),
  /** New children with a SuS-Nummer, which is not taken over. */
  numbered: z.int(),
  /** Children on record of whom the file says that they have left. */
  exits: z.int(),
})
