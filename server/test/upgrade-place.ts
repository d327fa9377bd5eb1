import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate } from '#server/db/migrate.ts'
import { formatKey } from '#server/secret-keys.ts'
import { asSuperuser, makeEmptyDatabase, makeFolder } from './backup-drill.ts'
import { startCommand } from './command-process.ts'
import { makeNewerProgram } from './newer-program.ts'
import { freePort, startServerProcess } from './server-process.ts'

const SCHOOL = `insert into school (short, name, school_type, grade_min, grade_max, entry_grade, carrier_name, street,
   house_number, zip, city, phone, mail, privacy_officer_contact)
 values ('fsw', 'Freie Schule', 'primary', 1, 6, 1, 't', 's', '1', '15999', 'o', '0', 'a@b.de', 'x')`

/** The key of every process at this place. */
export const PLACE_RING = [{ id: 'k1', bytes: Buffer.alloc(32, 7) }] as const

/** A newer program with two migrations more, and databases of this program for it to upgrade. */
export function makeUpgradePlace() {
  const folder = makeFolder()
  const dataDir = join(folder.path, 'nothing')
  const newer = makeNewerProgram(join(folder.path, 'newer'), {
    '9001-later.sql': "create table later (id int primary key, name text); create type colour as enum ('red')",
    '9002-nickname.sql': 'alter table school add column nickname text; update school set nickname = short',
  })

  /** A database with a school, an account, and a folder for its backups. */
  async function open() {
    const target = await makeEmptyDatabase()
    await migrate(target.owner, { appVersion: '0.9.0' })
    const eye = await asSuperuser(target.name)
    await eye.query(SCHOOL)
    await eye.query(`insert into app_user (name, email, role) values ('Anna Berg', 'anna@example.org', 'admin')`)
    const backups = join(mkdtempSync(join(folder.path, 'place-')), 'backups')
    const env = (more: NodeJS.ProcessEnv = {}) => ({
      DATABASE_URL: `postgres://schulhof_owner@/${target.name}?host=${encodeURIComponent(target.owner.host)}`,
      SECRET_KEY: formatKey(PLACE_RING[0]),
      BACKUP_DIR: backups,
      ...more,
    })
    const startNewer = async (more: NodeJS.ProcessEnv = {}, port?: number) =>
      startServerProcess({ dataDir, port: port ?? (await freePort()), env: env(more), program: [newer.main] })
    return {
      target,
      eye,
      backups,
      env,
      startNewer,
      startOlder: async () => startServerProcess({ dataDir, port: await freePort(), env: env() }),
      /** The output of a newer program that does not start. */
      lastWords: (more: NodeJS.ProcessEnv = {}, port?: number) =>
        startNewer(more, port).then(
          async (server) => {
            await server.signal('SIGKILL')
            throw new Error(`It started:\n${server.output()}`)
          },
          (error: Error) => error.message,
        ),
      /** Runs a command of the older program. */
      run: (command: string, args: string[] = [], more: NodeJS.ProcessEnv & { typed?: string } = {}) => {
        const { typed, ...settings } = more
        const at = { ...env(settings), DATA_DIR: dataDir, INIT_CWD: folder.path }
        const started = startCommand('server/operator/main.ts', [command, ...args], at)
        started.type(typed ?? '')
        return started.ended
      },
      newestMigration: async () => {
        const { rows } = await eye.query<{ name: string }>('select max(name) as name from schema_migration')
        return rows[0]?.name
      },
      files: () => (existsSync(backups) ? readdirSync(backups).filter((name) => name.includes('.backup')) : []),
      async close() {
        await eye.end()
        await target.drop()
      },
    }
  }
  return { folder, dataDir, newer, open, remove: folder.remove }
}
export type UpgradePlace = Awaited<ReturnType<ReturnType<typeof makeUpgradePlace>['open']>>
