import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { virusCheckBy } from './check-virus.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'virus-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const program = (lines: string) => {
  const path = join(folder, `check-${crypto.randomUUID()}`)
  writeFileSync(path, `#!/bin/sh\n${lines}\n`)
  chmodSync(path, 0o755)
  return path
}

test.each([
  ['exit 0', 'clean'],
  ['cat > /dev/null; exit 0', 'clean'],
  ['exit 1', 'infected'],
  ['exit 2', 'unchecked'],
  ['exit 127', 'unchecked'],
  ['kill -9 $$', 'unchecked'],
] as const)('a program that does „%s“ says %s', async (lines, finding) => {
  expect(await virusCheckBy(program(lines))(Buffer.alloc(2 * 1024 * 1024))).toBe(finding)
})

test('the program reads the file from its input, and none of the settings', async () => {
  const seen = join(folder, 'seen')
  const env = join(folder, 'env')
  process.env.SECRET_KEY = 'geheim'
  try {
    expect(await virusCheckBy(program(`cat > ${seen}; env > ${env}; exit 1`))(Buffer.from('%PDF-Inhalt'))).toBe(
      'infected',
    )
  } finally {
    delete process.env.SECRET_KEY
  }
  expect(readFileSync(seen, 'utf8')).toBe('%PDF-Inhalt')
  expect(readFileSync(env, 'utf8')).not.toContain('geheim')
})

test('a program that is not there or does not end has checked nothing', async () => {
  expect(await virusCheckBy(join(folder, 'nowhere'))(Buffer.from('x'))).toBe('unchecked')
  expect(await virusCheckBy(program('sleep 60'), 0.2)(Buffer.from('x'))).toBe('unchecked')
})
