import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', 'docs/architecture.md', 'docs/tour.md']
const SOURCES = '{contract,server,web,e2e,scripts,bench,deploy,docs}/**/*.*'

const paths = new Set([...globSync(SOURCES, { cwd: root }), ...globSync('*.*', { cwd: root })])
const names = new Set([...paths].map((path) => basename(path)))

/** File names in code marks, with or without their folder; patterns such as `*.queries.ts` and `<domain>.ts` are none. */
const filesNamedIn = (text: string) =>
  [...text.matchAll(/`(?:npm run |node )?([\w./-]+\.(?:tsx?|cjs|mjs|css|html|sh))`/g)].flatMap(([, name = '']) =>
    name.startsWith('.') ? [] : [name],
  )

test.each(DOCUMENTS)('%s names only files that exist', (document) => {
  const named = filesNamedIn(readFileSync(join(root, document), 'utf8'))
  expect(named.filter((name) => !(name.includes('/') ? paths.has(name) : names.has(name)))).toEqual([])
})

test('the tour leads past many files', () => {
  expect(filesNamedIn(readFileSync(join(root, 'docs/tour.md'), 'utf8')).length).toBeGreaterThan(30)
})
