import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { OPERATOR_NAME } from '#contract/userlog/userlog.ts'
import { formatKey, type SecretRing } from '#server/secret-keys.ts'
import { makeEmptyDatabase, sumTables } from '#server/test/backup-drill.ts'
import { startCommand } from '#server/test/command-process.ts'
import { makeUpgradePlace, PLACE_RING, type UpgradePlace } from '#server/test/upgrade-place.ts'
import { findWayBack, goBack } from './go-back.ts'
import { checkArchive } from './restore-backup.ts'

/** On a busy machine a process takes a while to start. */
const PROCESS_MS = 180_000

let site: ReturnType<typeof makeUpgradePlace>
let place: UpgradePlace
beforeAll(() => {
  site = makeUpgradePlace()
})
beforeEach(async () => {
  place = await site.open()
})
afterEach(() => place.close())
afterAll(() => site.remove())

test(
  'one command of the older program counts what is lost, asks, keeps it, and brings the old rows back',
  async () => {
    const { user_log: _none, ...withoutLog } = await sumTables(place.eye)
    expect((await place.run('go-back')).output).toContain('keine Sicherung, die dieses Programm zurückspielen kann')
    const server = await place.startNewer()
    expect((await place.run('go-back')).output).toContain('Der Server läuft noch')
    await server.signal('SIGTERM')
    await place.eye.query(
      `insert into app_user (name, email, role) values ('Neu Danach', 'neu@example.org', 'admin');
       insert into later values (1, 'nur im neuen Programm');
       insert into user_log (school_id, action, entity_type)
         select s.id, a, 'x' from school s, unnest('{created,updated,login}'::text[]) a`,
    )
    const refused = await place.run('go-back', [], { typed: 'n\n' })
    expect(refused).toMatchObject({ code: 1, output: expect.stringContaining('Es wurde nichts geändert.') })
    expect(refused.output).toContain('  1 Benutzerkonto\n')
    expect(refused.output).toContain('  2 Änderungen laut Protokoll')
    expect(refused.output).not.toContain('Abwesenheit')
    // Nobody answers.
    expect((await place.run('go-back')).output).toContain('Es wurde nichts geändert.')
    expect(await place.newestMigration()).toBe('9002-nickname.sql')

    const before = place.files()
    const { code, output } = await place.run('go-back', [], { typed: 'j\n' })
    expect({ code, output }).toMatchObject({
      code: 0,
      output: expect.stringContaining('Zurückgespielt: der Stand vom'),
    })
    expect(await place.newestMigration()).not.toMatch(/^9/)
    const { user_log: _log, ...rows } = await sumTables(place.eye)
    expect(rows).toEqual(withoutLog)
    const log = await place.eye.query('select action, user_name from user_log')
    expect(log.rows).toEqual([{ action: 'backup_restored', user_name: OPERATOR_NAME }])
    const left = await place.eye.query(`select to_regclass('later') as later, to_regtype('colour') as colour`)
    expect(left.rows).toEqual([{ later: null, colour: null }])
    const older = await place.startOlder()
    expect(older.setupToken()).toBeUndefined()
    await older.signal('SIGTERM')
    // Now the database fits, and nothing is to be given up.
    expect((await place.run('go-back')).output).toContain('nicht neuer als dieses Programm')

    // What was given up is kept: the newer program restores it.
    const kept = place.files().filter((name) => !before.includes(name))
    expect(kept).toEqual([expect.stringContaining('-vor-rueckweg.backup')])
    const other = await makeEmptyDatabase()
    const restored = await startCommand(
      join(site.folder.path, 'newer/server/operator/main.ts'),
      ['restore', join(place.backups, kept[0] ?? '')],
      {
        ...place.env({ DATABASE_URL: place.env().DATABASE_URL.replace(place.target.name, other.name) }),
        DATA_DIR: site.dataDir,
      },
    ).ended
    expect(restored).toMatchObject({ code: 0 })
    await other.drop()
  },
  PROCESS_MS,
)

test(
  'a way back that fails, however late, leaves the newer state untouched',
  async () => {
    const server = await place.startNewer()
    await server.signal('SIGTERM')
    const sums = await sumTables(place.eye)
    const wrong = formatKey({ id: 'k1', bytes: Buffer.alloc(32, 8) })
    expect((await place.run('go-back', ['--yes'], { SECRET_KEY: wrong })).output).toContain('Der Schlüssel passt nicht')
    const nowhere = await place.run('go-back', ['--yes'], { BACKUP_DIR: '' })
    expect(nowhere).toMatchObject({
      code: 1,
      output: expect.stringContaining('Bitte nennen Sie einen Ordner in BACKUP_DIR'),
    })

    const file = await findWayBack(place.backups)
    const ring: SecretRing = [PLACE_RING[0]]
    const { header } = await checkArchive(file, ring)
    const fail = () => {
      throw new Error('the key could not be installed')
    }
    const about = { file, header, ring, ownRing: ring, folder: place.backups, version: 'x', now: new Date() }
    await expect(goBack({ owner: place.target.owner, ...about, beforeCommit: fail })).rejects.toThrow(
      'the key could not',
    )
    expect(await place.newestMigration()).toBe('9002-nickname.sql')
    expect(await sumTables(place.eye)).toEqual(sums)
    const again = await place.startNewer()
    await again.signal('SIGTERM')
  },
  PROCESS_MS,
)

test('the newest backup that this program knows is found, whatever else lies beside it', async () => {
  await expect(findWayBack(site.folder.path)).rejects.toThrow('keine Sicherung, die dieses Programm')
})
