import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const styleOf = (path: string) => read(path).replace(/\/\*.*?\*\/|:global\((?:[^()]|\([^()]*\))*\)/gs, '')
const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name)

const sources = globSync('web/**/*.{ts,tsx}', { cwd: root, exclude: ['**/*.test.*'] }).map((path) => ({
  path,
  text: read(path),
}))

const LOOK = /(?<![\w-])(sh-[\w-]*\w)/g

test('each look that a part names is there, and each look is named by a part', () => {
  const given = new Set(
    ['web/ui/looks.css', 'web/ui/tokens.css'].flatMap((path) => namesIn(styleOf(path), /\.(sh-[\w-]+)/g)),
  )
  const named = new Set(sources.flatMap(({ text }) => namesIn(text, LOOK)))
  expect(given.size).toBeGreaterThan(50)
  expect([...named].filter((name) => !given.has(name))).toEqual([])
  expect([...given].filter((name) => !named.has(name))).toEqual([])
})

/** The classes that a file takes from its sheets, as `sheet name`; undefined for names that are only known while it runs. */
const classesTaken = ({ path, text }: (typeof sources)[number]) =>
  [...text.matchAll(/^import (\w+) from '([^']+\.module\.css)'/gm)].flatMap(([, variable, target = '']) => {
    const sheet = target.startsWith('#') ? target.slice(1) : relative(root, resolve(root, dirname(path), target))
    const names = namesIn(text, new RegExp(`(?<![-.\\w$'/])${variable}\\.(\\w+)`, 'g'))
    return [
      ...names.map((name) => ({ sheet, name })),
      ...(text.includes(`${variable}[`) ? [{ sheet, name: undefined }] : []),
    ]
  })

test('each class that a part takes from its sheet is there, and each class of a sheet is taken', () => {
  const taken = sources.flatMap(classesTaken)
  const open = new Set(taken.flatMap(({ sheet, name }) => (name === undefined ? [sheet] : [])))
  const given = new Set(
    globSync('web/**/*.module.css', { cwd: root }).flatMap((sheet) =>
      namesIn(styleOf(sheet), /\.([A-Za-z][\w-]*)/g).map((name) => `${sheet} ${name}`),
    ),
  )
  const wanted = new Set(taken.flatMap(({ sheet, name }) => (name === undefined ? [] : [`${sheet} ${name}`])))
  expect(given.size).toBeGreaterThan(300)
  expect([...wanted].filter((name) => !given.has(name))).toEqual([])
  expect([...given].filter((name) => !wanted.has(name) && !open.has(name.split(' ')[0] ?? ''))).toEqual([])
})
