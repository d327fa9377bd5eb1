import { resolve } from 'node:path'
import pg from 'pg'
import { MigrationFailed } from '#server/db/migrate.ts'
import { StartError } from '#server/start-error.ts'
import { ArchiveError } from './archive-format.ts'

/** npm runs scripts in the checkout; INIT_CWD is the folder of the person who called it. */
export const fromCallersFolder = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** Rewrites one line on a terminal; prints nothing when the output goes to a file. */
export const showProgress = (text: string) => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[K${text}`)
}

const FILE_FAULTS: Record<string, string> = {
  ENOENT: 'Diese Datei oder ihr Ordner fehlt',
  EACCES: 'Hier fehlt das Recht zu lesen oder zu schreiben',
  EPERM: 'Hier fehlt das Recht zu lesen oder zu schreiben',
  ENOSPC: 'Der Platz auf dem Datenträger reicht nicht',
  EISDIR: 'Das ist ein Ordner, gebraucht wird eine Datei',
  EEXIST: 'Diese Datei gibt es schon',
}

/** The message for the person at the command line: in German, without a stack. */
export function explain(error: unknown): string {
  if (error instanceof ArchiveError || error instanceof StartError) return error.message
  if (error instanceof MigrationFailed)
    return `Die Daten ließen sich bei ${error.step.name} nicht auf den Stand dieses Programms bringen. ${explain(error.cause)}`
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (FILE_FAULTS[code]) return `${FILE_FAULTS[code]}${path ? `: ${path.replace(/\.\d+\.unfertig$/, '')}` : '.'}`
  if (code.startsWith('ERR_PARSE_ARGS')) return `Diese Angaben werden nicht verstanden. Mehr mit --help.`
  if (error instanceof pg.DatabaseError || code.startsWith('E')) return `Die Datenbank meldet einen Fehler: ${message}`
  return message
}

/** 1.234.567 */
export const formatCount = (count: number) => new Intl.NumberFormat('de-DE').format(count)

const oneDigit = new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 })

/** `12,4 MB`, `54,8 GB` */
export const formatSize = (bytes: number) =>
  bytes < 1e9 ? `${oneDigit.format(bytes / 1e6)} MB` : `${oneDigit.format(bytes / 1e9)} GB`
