import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { root } from '#scripts/run-tool.ts'
import { readVersion } from '#server/domains/changelog/read-version.ts'
import { isDrill, reportFigure } from '#server/test/effort.ts'
import { hasProgram } from '#server/test/nginx-process.ts'
import { freePort, startServerProcess } from '#server/test/server-process.ts'
import { cutRelease } from './cut-release.ts'
import { FROZEN_FILE, findFaults, readFrozen, readMigrations } from './frozen-migrations.ts'
import { makeArtefacts } from './make-artefacts.ts'
import { git, runCommand } from './run-command.ts'
import { makeScratchCopy } from './scratch-copy.ts'
import { readOwnVersion } from './version-files.ts'

const DAY = '2026-11-23'
const seconds = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

/** A release needs Git; the program does not. */
describe.runIf(hasProgram('git'))('a release is refused, and nothing is changed,', () => {
  let small: string
  beforeEach(() => {
    small = mkdtempSync(join(tmpdir(), 'schulhof-release-'))
    mkdirSync(join(small, 'server/db/migrations'), { recursive: true })
    write('package.json', '{\n  "name": "schulhof",\n  "version": "0.1.0"\n}\n')
    write('package-lock.json', '{\n  "name": "schulhof",\n  "version": "0.1.0"\n}\n')
    write('CHANGELOG.md', '# Änderungen\n\n## [Unveröffentlicht]\n\n- Etwas.\n')
    write('server/db/migrations/0001-platform.sql', 'select 1;\n')
    git(small, 'init', '--quiet')
    for (const name of ['user.name', 'user.email']) git(small, 'config', name, 'release@example.org')
    commit()
  })
  afterEach(() => rmSync(small, { recursive: true }))

  const write = (file: string, text: string) => writeFileSync(join(small, file), text)
  const commit = () => {
    git(small, 'add', '.')
    git(small, 'commit', '--quiet', '--message', 'a change')
  }
  const expectRefusal = (wish: string, reason: string | RegExp) => {
    const state = () => [git(small, 'rev-parse', 'HEAD'), git(small, 'status', '--porcelain'), readOwnVersion(small)]
    const before = state()
    expect(() => cutRelease(small, wish, DAY)).toThrow(reason)
    expect(state()).toEqual(before)
  }

  test('with changes that are not committed, known to Git or not', () => {
    write('new.txt', '')
    expectRefusal('1.0.0', /has changes.*\n\?\? new\.txt/)
    rmSync(join(small, 'new.txt'))
    write('CHANGELOG.md', '')
    expectRefusal('1.0.0', 'has changes')
  })

  test('without a line under „Unveröffentlicht“', () => {
    write('CHANGELOG.md', '## [Unveröffentlicht]\n\n## [0.1.0] - 2026-01-01\n\n- Etwas.\n')
    commit()
    expectRefusal('1.0.0', 'Nothing stands under')
  })

  test('for a version that is no newer one or has a tag', () => {
    expectRefusal('0.1.0', 'not newer')
    git(small, 'tag', 'v1.0.0')
    expectRefusal('major', 'The tag v1.0.0 exists already')
  })

  test('with a changed migration of an earlier release', () => {
    write(FROZEN_FILE, `${'0'.repeat(64)}  0001-platform.sql  0.0.1\n`)
    commit()
    expectRefusal('1.0.0', '0001-platform.sql was changed')
  })

  test('when the archive cannot be made, after the files were written', () => {
    expectRefusal('1.0.0', /make-release-archive.*failed/)
  })
})

/** Right after a release nothing stands there. */
const addChange = (copy: string, change: string) => {
  const changelog = join(copy, 'CHANGELOG.md')
  const text = readFileSync(changelog, 'utf8')
  writeFileSync(changelog, text.replace('## [Unveröffentlicht]\n', `## [Unveröffentlicht]\n\n- ${change}\n`))
}

const commitAll = (copy: string, message: string) => {
  git(copy, 'add', '.')
  git(copy, 'commit', '--quiet', '--no-verify', '--message', message)
}

/** Two releases in scratch copies, one after the other, with all that follows from them. */
const twoReleases = () => {
  let first: ReturnType<typeof makeScratchCopy>
  let data: string
  beforeAll(() => {
    first = makeScratchCopy(root)
    addChange(first.copy, 'Etwas Neues.')
    commitAll(first.copy, 'something new')
    data = mkdtempSync(join(tmpdir(), 'schulhof-release-data-'))
  })
  afterAll(() => {
    first.remove()
    rmSync(data, { recursive: true })
  })

  const build = (copy: string, env: NodeJS.ProcessEnv) => {
    const start = performance.now()
    runCommand([process.execPath, 'scripts/setup.mjs', '--build'], { folder: copy, env })
    const out = join(copy, 'dist/release')
    const files = makeArtefacts(copy, out)
    return { out, files, took: seconds(start) }
  }
  const olderArchives = (copy: string) => {
    const test = ['run', '--project', 'server', 'server/backup/older-archive.test.ts']
    return runCommand([process.execPath, 'node_modules/vitest/vitest.mjs', ...test], { folder: copy }).toString()
  }

  test('the first one: version, changelog, frozen migrations and archive are one commit', () => {
    const start = performance.now()
    const { version, frozen, tag } = cutRelease(first.copy, 'major', DAY)
    reportFigure(`release: version ${version} with ${frozen} frozen migrations in ${seconds(start)}`)
    expect(readOwnVersion(first.copy)).toBe(version)
    expect(frozen).toBe(readMigrations(first.copy).length - readFrozen(root).length)
    expect(tag).toMatch(new RegExp(`^Schulhof ${version}\n\n`))
    expect(git(first.copy, 'show', '--name-only', '--format=%s').split('\n')).toEqual([
      `release: version ${version}`,
      '',
      'CHANGELOG.md',
      'package-lock.json',
      'package.json',
      `server/backup/releases/${version}.backup`,
      ...(frozen > 0 ? [FROZEN_FILE] : []),
    ])
    expect(git(first.copy, 'status', '--porcelain')).toBe('')
  })

  test('two builds of its commit in different folders and environments are equal byte by byte', () => {
    const second = makeScratchCopy(first.copy, 'somewhere', 'deeper')
    try {
      const [one, other] = [
        build(first.copy, { NODE_ENV: 'production', TZ: 'UTC', LC_ALL: 'C' }),
        build(second.copy, { NODE_ENV: 'development', TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' }),
      ]
      const sums = ({ out }: { out: string }) => readFileSync(join(out, 'SHA256SUMS'), 'utf8')
      expect(sums(other)).toBe(sums(one))
      for (const { file } of one.files)
        expect([file, readFileSync(join(one.out, file)).equals(readFileSync(join(other.out, file)))]).toEqual([
          file,
          true,
        ])
      const sizes = one.files.map(({ file, bytes }) => `${file} ${(bytes / 1000).toFixed(0)} kB`).join(', ')
      reportFigure(`release: two builds equal (${one.took} and ${other.took}): ${sizes}`)
      expect(runCommand(['sha256sum', '--check', 'SHA256SUMS'], { folder: one.out }).toString()).not.toContain('FAILED')
    } finally {
      second.remove()
    }
  })

  test('its archive unpacks to a program that runs without a build, and knows version and commit', async () => {
    const version = readOwnVersion(first.copy)
    const file = join(first.copy, `dist/release/schulhof-${version}.tar.gz`)
    const unpacked = join(first.copy, 'dist/unpacked')
    mkdirSync(unpacked)
    runCommand(['tar', '-xzf', file], { folder: unpacked })
    const program = join(unpacked, `schulhof-${version}`)
    runCommand(['cp', '-al', join(first.copy, 'node_modules'), program], { folder: unpacked })
    const built = readVersion(program)
    expect(built).toMatchObject({ name: version, commit: git(first.copy, 'rev-parse', 'HEAD') })
    expect(Date.parse(String(built.build_date))).toBe(Date.parse(git(first.copy, 'log', '-1', '--format=%cI')))
    const setup = runCommand([process.execPath, 'scripts/setup.mjs', '--build'], { folder: program, env: { CI: '1' } })
    expect(setup.toString()).toBe('')
    expect(readVersion(program)).toEqual(built)
    const server = await startServerProcess({
      dataDir: join(data, 'data'),
      port: await freePort(),
      program: [join(program, 'server/main.ts')],
    })
    try {
      expect(server.output()).toContain(`Version ${version}, Stand ${built.commit?.slice(0, 8)}`)
      const reply = await fetch(`${server.url}/api/changelog/currentVersion`)
      expect(await reply.json()).toEqual(built)
      expect((await fetch(`${server.url}/app/lizenzen`)).status).toBe(200)
    } finally {
      await server.signal('SIGTERM')
    }
  })

  test('from then on its migrations are frozen', () => {
    const [migration] = readMigrations(first.copy)
    const file = join(first.copy, 'server/db/migrations', String(migration?.name))
    const faults = () => findFaults(readFrozen(first.copy), readMigrations(first.copy))
    expect(faults()).toEqual([])
    appendFileSync(file, '-- a change\n')
    expect(faults()).toEqual([expect.stringContaining('was changed')])
    git(first.copy, 'checkout', '--quiet', '--', '.')
  })

  test('the next one reads the archive of the first, and makes its own', () => {
    const released = readOwnVersion(first.copy)
    addChange(first.copy, 'Eine neue Spalte.')
    writeFileSync(
      join(first.copy, 'server/db/migrations/9000-next.sql'),
      "alter table pupil add column shoe_size int;\ncomment on column pupil.shoe_size is 'for this drill';\n",
    )
    commitAll(first.copy, 'pupils: a column')
    const start = performance.now()
    const { version, frozen } = cutRelease(first.copy, 'minor', DAY)
    expect(frozen).toBe(1)
    const output = olderArchives(first.copy)
    reportFigure(`release: version ${version} reads the archives of ${released} and itself (${seconds(start)})`)
    const archives = readdirSync(join(first.copy, 'server/backup/releases')).length
    // Each is restored; two tests are about all of them.
    expect(output).toContain(`${archives + 2} passed`)
  })
}
if (isDrill && hasProgram('git') && hasProgram('dpkg-deb')) describe('two releases in a scratch copy', twoReleases)
