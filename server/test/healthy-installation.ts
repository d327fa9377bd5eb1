import { copyFileSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from 'vitest'
import { backupName } from '#server/backup/rotate-backups.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { makeFolder } from './backup-drill.ts'
import { startMailServer } from './mail-server.ts'
import { settingsOf, typeLine } from './operator-line.ts'
import { startTestApp, type TestApp } from './test-app.ts'

interface Change {
  settings?: NodeJS.ProcessEnv
  line?: string[]
  now?: Date
}

/** An installation in which all is well, for tests that plant one fault: the doctor must find this one and nothing else. */
export function openHealthyInstallation() {
  const folder = makeFolder()
  const backups = join(folder.path, 'sicherungen')
  const dataDir = join(folder.path, 'daten')
  const archive = join(folder.path, 'vorlage')
  let app: TestApp
  let mailServer: Awaited<ReturnType<typeof startMailServer>>
  let settings: NodeJS.ProcessEnv

  const ask = (text: string, values: unknown[] = []) => app.database.owner.query(text, values)
  /** A good backup of this age. */
  const putBackup = (ageMs = 0, into = backups) => {
    const path = join(into, backupName(new Date(Date.now() - ageMs)))
    copyFileSync(archive, path)
    return path
  }
  const emptyBackups = () => {
    for (const name of readdirSync(backups)) rmSync(join(backups, name), { force: true })
  }

  beforeAll(async () => {
    app = await startTestApp()
    mailServer = await startMailServer()
    for (const path of [backups, dataDir]) mkdirSync(path)
    const more = { DATA_DIR: dataDir, BACKUP_DIR: backups, SMTP_URL: mailServer.url, MAIL_FROM: 'schule@example.org' }
    settings = { ...settingsOf(app), ...more }
    // It is running for long, and last night all went well.
    await ask("update schema_migration set applied_at = now() - interval '100 days'")
    await ask("insert into task_run (task, finished_at, seconds) values ('run_retention', now(), 1)")
    const owner = { ...app.database.connection, user: 'schulhof_owner' }
    await writeBackup(owner, { file: archive, ring: app.platform.keys, appVersion: '1.0.0', now: new Date() })
  }, 60_000)
  afterAll(async () => {
    await mailServer.stop()
    await app.stop()
    folder.remove()
  })
  beforeEach(() => {
    emptyBackups()
    rmSync(join(dataDir, 'secret.key'), { force: true })
    putBackup()
  })

  async function examine({ settings: changed = {}, line = [], now = new Date() }: Change = {}) {
    const { code, said } = await typeLine([...line, 'doctor', '--json'], { settings: { ...settings, ...changed }, now })
    const { is_well, findings } = JSON.parse(said) as {
      is_well: boolean
      findings: { key: string; text: string; todo: string }[]
    }
    expect(is_well).toBe(code === 0)
    // Whoever reads a finding knows what to do.
    for (const { todo } of findings) expect(todo).toMatch(/^Bitte \S.+\S$/)
    return { code, keys: findings.map(({ key }) => key) }
  }

  return {
    folder: folder.path,
    backups,
    dataDir,
    app: () => app,
    settings: () => settings,
    ask,
    /** Changes something in the database and takes it back after the test. */
    async plant(text: string, undo: string) {
      onTestFinished(async () => {
        await ask(undo)
      })
      await ask(text)
    },
    putBackup,
    emptyBackups,
    examine,
    /** The doctor finds exactly this. */
    async finds(key: string, change?: Change) {
      expect(await examine(change)).toEqual({ code: 1, keys: [key] })
    },
  }
}
