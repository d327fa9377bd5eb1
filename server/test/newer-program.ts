import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')

/** What a program needs to run; packages and built pages are shared with this one. */
const COPIED = ['contract', 'server', 'docs', 'scripts', 'CHANGELOG.md']
const SHARED = ['node_modules', 'dist']

export const NEWER_VERSION = '99.1.0'

/**
 * A whole other program in `folder`: this one with another version and further migrations. It is started by its own
 * `server/main.ts`.
 */
export function makeNewerProgram(folder: string, migrations: Record<string, string>) {
  mkdirSync(folder, { recursive: true })
  const isCopied = (path: string) => !path.endsWith('.test.ts')
  for (const name of COPIED) cpSync(join(ROOT, name), join(folder, name), { recursive: true, filter: isCopied })
  for (const name of SHARED) symlinkSync(join(ROOT, name), join(folder, name))
  const about = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...about, version: NEWER_VERSION }))
  const pathOf = (name: string) => join(folder, 'server/db/migrations', name)
  for (const [name, sql] of Object.entries(migrations)) writeFileSync(pathOf(name), sql)
  return {
    main: join(folder, 'server/main.ts'),
    addMigration: (name: string, sql: string) => writeFileSync(pathOf(name), sql),
    removeMigration: (name: string) => rmSync(pathOf(name), { force: true }),
  }
}
