import { copyFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationNames } from '#server/db/migrate.ts'
import { makeFolder } from '#server/test/backup-drill.ts'
import { makeSchool, makeUser } from '#server/test/factories.ts'
import { apply } from '#server/test/family-forms.ts'
import { openFamilies } from '#server/test/optin-families.ts'
import { plantInstallation } from '#server/test/planted-installation.ts'
import { plantSchool } from '#server/test/planted-school.ts'
import { openPostOffice } from '#server/test/post-office.ts'
import { RELEASE_RING, releaseArchive } from '#server/test/release-archives.ts'
import { startTestApp, type TestApp } from '#server/test/test-app.ts'
import { checkArchive } from './restore-backup.ts'
import { writeBackup } from './write-backup.ts'

/** Set by `npm run release`: the archive of this version is stored in the repository. */
const version = process.env.SCHULHOF_RELEASE
/** Every clone of the repository carries the archives of all releases. */
const MOST_BYTES = 200_000

const folder = makeFolder()
const file = join(folder.path, 'release.backup')
let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ keys: RELEASE_RING })
  const post = await openPostOffice(app)
  const [fsw, fow] = [await makeSchool(app, 'fsw'), await makeSchool(app, 'fow')]
  const { pupil } = await plantSchool(app, fsw, 'Buchfink')
  await plantSchool(app, fow, 'Zaunkönig')
  await openFamilies(app, post, fsw).family()
  // An application whose mail is still waiting.
  await apply(app, app.visitor(), { answers: { 'contacts.0.mail': 'wartet@example.org' } })
  const { id: user } = await makeUser(app, { role: 'schooladmin', schools: [fsw, fow] })
  await plantInstallation(app, { user, school: fsw, pupil })
  await post.stop()
  const owner = { ...app.database.connection, user: 'schulhof_owner' }
  await writeBackup(owner, { file, ring: RELEASE_RING, appVersion: version ?? '0.0.0', now: app.platform.now() })
}, 60_000)
afterAll(async () => {
  await app.stop()
  folder.remove()
})

test('the archive of a release has rows of every table, all migrations and few bytes', async () => {
  const { header, footer } = await checkArchive(file, RELEASE_RING)
  expect(footer.tables.filter(({ rows }) => rows === 0)).toEqual([])
  expect(footer.tables.length).toBeGreaterThan(60)
  expect(header.migrations).toEqual(migrationNames())
  expect(statSync(file).size).toBeLessThan(MOST_BYTES)
  if (version) copyFileSync(file, releaseArchive(version))
})
