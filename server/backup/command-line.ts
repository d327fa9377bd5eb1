import { resolve } from 'node:path'
import pg from 'pg'
import { EnvError } from '#server/env.ts'
import { ArchiveError } from './archive-format.ts'

/** npm runs scripts in the checkout; INIT_CWD is where the person stands. */
export const fromCallersFolder = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

/** A line on a terminal that is written anew; nothing where output goes to a file. */
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

/** What to tell the person at the command line: in German, without a stack. */
export function explain(error: unknown) {
  if (error instanceof ArchiveError || error instanceof EnvError) return error.message
  const { code = '', path, message } = error as NodeJS.ErrnoException
  if (FILE_FAULTS[code]) return `${FILE_FAULTS[code]}${path ? `: ${path.replace(/\.\d+\.unfertig$/, '')}` : '.'}`
  if (code.startsWith('ERR_PARSE_ARGS')) return `Diese Angaben werden nicht verstanden. Mehr mit --help.`
  if (error instanceof pg.DatabaseError || code.startsWith('E')) return `Die Datenbank meldet einen Fehler: ${message}`
  return message
}

/** 1.234.567 */
export const formatCount = (count: number) => new Intl.NumberFormat('de-DE').format(count)

export const formatSize = (bytes: number) =>
  `${new Intl.NumberFormat('de-DE', { maximumFractionDigits: 1 }).format(bytes / 1e6)} MB`
