import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

// Small files beside the backups: they tell the state also when there is no database any more. They name no person.

const Verification = z.object({
  /** When a backup was last restored and found equal; null: never. */
  verified_at: z.string().nullable(),
  last: z.object({
    file: z.string(),
    at: z.string(),
    /** `read`: it could not be restored here, so only the file itself was read to its end. */
    outcome: z.enum(['restored', 'read', 'failed']),
    tables: z.int(),
    rows: z.int(),
    seconds: z.number(),
    /** Why it was not restored or not equal, in German. */
    message: z.string().nullable(),
  }),
})
export type Verification = z.output<typeof Verification>

const OffsiteCopy = z.object({
  /** When the hook last copied a backup, and which one; null: never. */
  copied_at: z.string().nullable(),
  copied_file: z.string().nullable(),
  last: z.object({
    file: z.string(),
    at: z.string(),
    is_fine: z.boolean(),
    seconds: z.number(),
    message: z.string().nullable(),
  }),
})
export type OffsiteCopy = z.output<typeof OffsiteCopy>

const VERIFICATION = 'verification.json'
const COPY = 'copy.json'

/** Null when there is none yet, or when it cannot be read: then it counts as never done. */
const read = <T>(schema: z.ZodType<T>, folder: string, name: string): T | null => {
  try {
    return schema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8')))
  } catch {
    return null
  }
}

const write = (folder: string, name: string, state: object) => {
  const path = join(folder, name)
  writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(state, null, 2)}\n`, { mode: 0o600 })
  renameSync(`${path}.${process.pid}`, path)
}

/** What is known about the backups of this folder besides the files themselves. */
export const readBackupState = (folder: string) => ({
  verification: read(Verification, folder, VERIFICATION),
  copy: read(OffsiteCopy, folder, COPY),
})

export const noteVerification = (folder: string, last: Verification['last']) => {
  const before = readBackupState(folder).verification?.verified_at ?? null
  write(folder, VERIFICATION, { verified_at: last.outcome === 'restored' ? last.at : before, last })
}

export const noteCopy = (folder: string, last: OffsiteCopy['last']) => {
  const { copied_at = null, copied_file = null } = readBackupState(folder).copy ?? {}
  const done = last.is_fine ? { copied_at: last.at, copied_file: last.file } : { copied_at, copied_file }
  write(folder, COPY, { ...done, last })
}
