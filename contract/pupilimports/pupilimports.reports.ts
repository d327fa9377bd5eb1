import { z } from 'zod'

/** Row numbers as in the file, the headings being row 1; no names (domain DP-19). */
export const ImportReport = z.object({
  created: z.int(),
  changed: z.int(),
  same: z.int(),
  skipped_lines: z.array(z.int()),
  error_lines: z.array(z.int()),
  /** Rows of children who have left according to the file, which an import does not store. */
  exit_lines: z.array(z.int()),
  guardians_created: z.int(),
  guardians_changed: z.int(),
})
export type ImportReport = z.output<typeof ImportReport>

/** Rows that somebody changed since then; they stay as they are. */
export const ImportUndoReport = z.object({ removed: z.int(), restored: z.int(), kept_lines: z.array(z.int()) })
export type ImportUndoReport = z.output<typeof ImportUndoReport>
