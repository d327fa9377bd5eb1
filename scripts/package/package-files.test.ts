import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { manualCommands } from '#scripts/manual/read-manual.ts'
import { hasProgram } from '#server/test/nginx-process.ts'
import { changelogText, controlText, debianArchitecture } from './debian-texts.ts'
import { packagesOf, programFiles } from './program-files.ts'
import { conffiles } from './write-package.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const files = programFiles(ROOT)
const SCRIPTS = ['schulhof', 'postinst', 'prerm', 'postrm']

describe('the program that is installed', () => {
  test('has everything that starts it, in order', () => {
    for (const path of ['server/main.ts', 'server/operator/main.ts', 'contract/api.ts', 'CHANGELOG.md', 'package.json'])
      expect(files).toContain(path)
    expect(files).toContain('deploy/defaults.env')
    expect(files.filter((path) => path.startsWith('docs/vorlagen/')).length).toBeGreaterThan(0)
    expect(files).toEqual([...files].sort())
    expect(new Set(files).size).toBe(files.length)
  })

  test('has no tests, no invented families, no declarations of types, and nothing that only builds', () => {
    expect(
      files.filter((path) => !path.startsWith('node_modules/') && /[.]test[.]|test-data|\/test\/|\/demo\//.test(path)),
    ).toEqual([])
    expect(files.filter((path) => /[.]d[.]ts$|[.]map$/.test(path))).toEqual([])
    expect(
      files.filter((path) => /^node_modules\/(vite|vitest|react|@mantine|playwright|typescript)\b/.test(path)),
    ).toEqual([])
  })

  test('has the packages that package.json names', () => {
    const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(read('package.json'))
    const packages = packagesOf(ROOT)
    expect(Object.keys(dependencies).filter((name) => !packages.includes(`node_modules/${name}`))).toEqual([])
  })
})

describe('the Debian package', () => {
  test('names version, machine and size', () => {
    const control = controlText({ template: read('deploy/debian/control'), version: '1.2.3', kilobytes: 45 })
    expect(control).toContain('\nVersion: 1.2.3\n')
    expect(control).toContain(`\nArchitecture: ${debianArchitecture()}\n`)
    expect(control).toContain('\nInstalled-Size: 45\n')
    expect(control).not.toMatch(/VERSION|ARCHITECTURE|INSTALLED_SIZE/)
  })

  test('has a log with the time of the commit', () => {
    const text = changelogText({ root: ROOT, version: '1.2.3', commit: null, seconds: 1_767_225_600 })
    expect(text).toMatch(/^schulhof \(1\.2\.3\) unstable; urgency=medium\n/)
    expect(text).toContain('  Thu, 01 Jan 2026 00:00:00 +0000\n')
  })

  test('leaves to the administrator what lies in /etc', () => {
    expect(conffiles).toEqual(['/etc/schulhof/schulhof.env', '/etc/logrotate.d/schulhof'])
  })

  test('changes nothing by its settings file until somebody writes into it', () => {
    expect(read('deploy/debian/schulhof.env').replaceAll(/^(#.*)?\n/gm, '')).toBe('')
  })

  test.runIf(hasProgram('shellcheck'))('has scripts in which shellcheck finds nothing', () => {
    const scripts = [...SCRIPTS.map((name) => join('deploy/debian', name)), 'deploy/rolling-restart.sh']
    const { status, stdout } = spawnSync('shellcheck', scripts, { cwd: ROOT, encoding: 'utf8' })
    expect([status, stdout]).toEqual([0, ''])
  })

  test.each(SCRIPTS)('stops its script %s at the first fault', (name) => {
    expect(read(`deploy/debian/${name}`)).toMatch(/^#!\/bin\/sh\n(#.*\n)+set -eu?\n/)
  })
})

test('service and command line read the same two files', () => {
  const filesOf = (text: string) => [...text.matchAll(/--env-file="?([^\s"]+)/g)].map(([, path = '']) => path)
  const unit = filesOf(read('deploy/systemd/schulhof@.service'))
  expect(unit).toEqual(['deploy/defaults.env', '/etc/schulhof/schulhof.env'])
  expect(filesOf(read('deploy/systemd/checkout.conf'))).toEqual(unit)
  expect(filesOf(read('deploy/debian/schulhof')).map((path) => path.replace('$program/', ''))).toEqual(unit)
})

test('the manual’s commands are found below their heading, without remarks', () => {
  const commands = manualCommands('## As a Debian package')
  expect(commands[0]).toBe('npm run package')
  expect(commands).toContain('sudo apt-get purge schulhof')
  expect(() => manualCommands('## As a miracle')).toThrow('The manual has no')
})
