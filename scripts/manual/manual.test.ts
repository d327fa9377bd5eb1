import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '#scripts/run-tool.ts'
import { MANUAL_RUNS, NOT_TYPED } from './manual-runs.ts'
import { headingsOf, manualChapters, manualIndex, manualSections } from './read-manual.ts'

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

describe('every command', () => {
  const sections = manualSections()
  const runOf = (heading: string) => MANUAL_RUNS.find((run) => run.heading === heading)

  test('is run by a test or a drill, or it is said what proves it instead', () => {
    const uncovered = sections.flatMap(({ path, heading, lines }) =>
      runOf(heading) ? [] : lines.filter((line) => !NOT_TYPED[line]).map((line) => `${path}, ${heading}: ${line}`),
    )
    expect(uncovered).toEqual([])
    expect(sections.flatMap(({ lines }) => lines).length).toBeGreaterThan(45)
  })

  test.each(MANUAL_RUNS)('below "$heading" is read by the files that run it', ({ heading, by }) => {
    expect(sections.map((section) => section.heading)).toContain(heading)
    for (const file of by) expect(readFileSync(join(root, file), 'utf8'), file).toContain(`'${heading}'`)
  })

  test('that is not typed still stands in the manual, and the files that it names are there', () => {
    const lines = sections.flatMap((section) => section.lines)
    expect(Object.keys(NOT_TYPED).filter((line) => !lines.includes(line))).toEqual([])
    const named = lines.flatMap((line) => line.match(/(?<=[ /])deploy\/\S+\w/g) ?? [])
    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })

  test('of npm is one of package.json', () => {
    const { scripts }: { scripts: object } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const called = sections.flatMap(({ lines }) => lines.flatMap((line) => /npm (?:run )?(\S+)/.exec(line)?.[1] ?? []))
    expect(called.filter((name) => !(name in scripts))).toEqual([])
  })
})

test('every setting is explained in the chapter of settings, and named in a test', () => {
  const schema = /const Environment = z\.object\(\{([\s\S]*?)^\}\)/m.exec(
    readFileSync(join(root, 'server/env.ts'), 'utf8'),
  )
  const names = [...(schema?.[1] ?? '').matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name = '']) => name)
  const chapter = chapters.find(({ path }) => path.endsWith('/settings.md'))?.text ?? ''
  const explained = [...chapter.matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  )
  expect(explained.toSorted()).toEqual(names.toSorted())
  const tests = globSync('{server,scripts,e2e}/**/*.{test,e2e}.ts', { cwd: root })
    .filter((file) => !file.startsWith('scripts/manual/'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
  expect(names.filter((name) => !new RegExp(`\\b${name}\\b`).test(tests))).toEqual([])
  expect(names.length).toBeGreaterThan(20)
})
