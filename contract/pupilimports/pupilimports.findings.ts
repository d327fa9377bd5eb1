import { z } from 'zod'
import { GENDERS } from '#contract/genders.ts'
import { DuplicatePupil } from '#contract/registrations/registrations.transform.ts'
import { IMPORT_FIELDS } from './pupilimports.columns.ts'
import { IMPORT_MEANINGS } from './pupilimports.meanings.ts'

/** The findings of an import's check, row by row. */

export const ImportFieldName = z.enum(IMPORT_FIELDS)
/** The meaning of a column: a field, or a pair of fields in one cell. */
export const ImportMeaningName = z.enum(IMPORT_MEANINGS)

/** Texts by field, from the file or corrected; only mapped columns that are not empty. */
export const ImportCells = z.partialRecord(ImportFieldName, z.string())

/** `field` null: the remark is about the row as a whole. */
export const ImportRemark = z.object({ field: ImportFieldName.nullable(), message: z.string() })

/** Values in the words of the pages; null: empty. */
export const ImportChange = z.object({ field: ImportFieldName, from: z.string().nullable(), to: z.string().nullable() })

/** A child on record that a row may be about, with the changes an update would make. */
export const ImportMatch = DuplicatePupil.extend({
  gender: z.enum(GENDERS),
  schoolclass: z.string().nullable(),
  /** In one line. */
  address: z.string().nullable(),
  /** Only filled when somebody must decide. */
  changes: z.array(ImportChange),
})
export type ImportMatch = z.output<typeof ImportMatch>

/** What an import that began now would do. */
export const ImportOutlook = z.object({
  /** Rows that still need a decision. */
  undecided: z.object({ errors: z.int(), duplicates: z.int() }),
  /** Children that would be written: without skipped rows and rows in doubt. */
  to_write: z.object({ created: z.int(), changed: z.int() }),
})

/** Rows with something to know before the import. */
export const ImportHints = z.object({
  /** New children without a gender; they are entered as `d`. */
  without_gender: z.int(),
  /** New children with a SuS-Nummer, which is not stored. */
  numbered: z.int(),
  /** Children on record who have left according to the file. */
  exits: z.int(),
})
