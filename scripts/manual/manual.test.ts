import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/run-tool.ts'
import { headingsOf, manualChapters, manualIndex } from './read-manual.ts'

const chapters = manualChapters()
const pages = [manualIndex(), ...chapters]

/** How GitHub and its likes call a heading in an address. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')

describe('the index', () => {
  test('names every chapter, and every section of it in its order', () => {
    const rows = new Map(
      [...manualIndex().text.matchAll(/^\| \[(.+?)\]\(operations\/(\S+?)\) \|(.*)\|$/gm)].map(
        ([, title = '', file = '', rest = '']) => [file, [title, ...[...rest.matchAll(/\[(.+?)\]/g)].map((m) => m[1])]],
      ),
    )
    for (const { path, text } of chapters)
      expect(rows.get(basename(path)), path).toEqual(
        headingsOf(text)
          .filter(({ depth }) => depth < 3)
          .map(({ name }) => name),
      )
    expect(rows.size).toBe(chapters.length)
  })
})

test.each(pages)('every link of $path leads to a file and a heading that are there', ({ path, text }) => {
  const links = [...text.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
  const broken = links.filter(([, file = '', anchor]) => {
    const target = file ? join(dirname(path), file) : path
    if (!existsSync(join(root, target))) return true
    const page = pages.find((one) => one.path === target)
    return anchor !== undefined && !headingsOf(page?.text ?? '').some(({ name }) => anchorOf(name) === anchor)
  })
  expect(broken.map(([link]) => link)).toEqual([])
})

test('every section of the manual that the program and its files point to is in the index', () => {
  const files = globSync(['*.*', 'Dockerfile', '{server,scripts,web,deploy}/**/*.*'], { cwd: root })
  const pointers = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/docs\/operations\.md(?:,| unter) [„"](.+?)[“"]/g)].map(
      ([, name = '']) => `${file}: ${name}`,
    ),
  )
  const names = new Set(pages.flatMap(({ text }) => headingsOf(text)).map(({ name }) => name))
  expect(pointers.filter((pointer) => !names.has(pointer.slice(pointer.indexOf(': ') + 2)))).toEqual([])
  expect(pointers.length).toBeGreaterThan(8)
})
