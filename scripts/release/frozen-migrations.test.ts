import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FROZEN_FILE, findFaults, freeze, parseFrozen, readFrozen, readMigrations } from './frozen-migrations.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'schulhof-frozen-'))
  mkdirSync(join(root, 'server/db/migrations'), { recursive: true })
  for (const name of ['0001-platform.sql', '0003-pupils.sql']) write(name, `-- ${name}\n`)
})
afterEach(() => rmSync(root, { recursive: true }))

const file = (name: string) => join(root, 'server/db/migrations', name)
const write = (name: string, text: string) => writeFileSync(file(name), text)
const release = (version: string) =>
  writeFileSync(join(root, FROZEN_FILE), freeze(readFrozen(root), readMigrations(root), version))
const faults = () => findFaults(readFrozen(root), readMigrations(root))

test('before the first release everything may change', () => {
  write('0001-platform.sql', '-- other\n')
  expect([readFrozen(root), faults()]).toEqual([[], []])
})

test('a release freezes what there is; later migrations are free until the next one', () => {
  release('1.0.0')
  write('0004-mails.sql', '-- mails\n')
  expect(faults()).toEqual([])
  write('0004-mails.sql', '-- other mails\n')
  expect(faults()).toEqual([])
  release('1.1.0')
  expect(readFrozen(root).map(({ name, version }) => [name, version])).toEqual([
    ['0001-platform.sql', '1.0.0'],
    ['0003-pupils.sql', '1.0.0'],
    ['0004-mails.sql', '1.1.0'],
  ])
  write('0004-mails.sql', '-- mails\n')
  expect(faults()).toHaveLength(1)
})

test.each([
  ['changed', () => write('0003-pupils.sql', '-- 0003-pupils.sql\n\n'), /^0003-pupils\.sql was changed/],
  ['removed', () => rmSync(file('0003-pupils.sql')), /^0003-pupils\.sql was removed or renamed/],
])('a migration that was %s is refused, with the command that brings it back', (_what, change, fault) => {
  release('1.0.0')
  change()
  expect(faults()).toEqual([expect.stringMatching(fault)])
  expect(faults()[0]).toContain('git checkout v1.0.0 -- server/db/migrations/0003-pupils.sql')
  expect(faults()[0]).toContain('new migration with the next free number')
})

test('one that is inserted before the last is refused, and one that is renamed twice over', () => {
  release('1.0.0')
  write('0002-schools.sql', '-- schools\n')
  expect(faults()).toEqual([expect.stringMatching(/^0002-schools\.sql comes before 0003-pupils\.sql/)])
  renameSync(file('0002-schools.sql'), file('0003-other.sql'))
  expect(faults()).toEqual([expect.stringMatching(/^0003-other\.sql comes before 0003-pupils\.sql/)])
  rmSync(file('0003-other.sql'))
  renameSync(file('0001-platform.sql'), file('0000-platform.sql'))
  expect(faults()).toHaveLength(2)
})

test('a list that somebody edited is not read as half a list', () => {
  expect(() => parseFrozen('0001-platform.sql\n')).toThrow('none of its own')
})
