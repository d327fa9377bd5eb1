import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { drawingsOf, PICTURES } from './picture-list.ts'
import { root } from './run-tool.ts'

const FOLDER = 'docs/bilder'
const PICTURE_BYTES = 60_000

const inOneLine = (text: string) => text.replace(/\s+/g, ' ')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const handbook = read('docs/handbuch.md')

const named = PICTURES.map(({ name }) => `${name}.webp`).sort()
const drawn = PICTURES.flatMap(drawingsOf)
  .map(({ name }) => `${name}.webp`)
  .sort()

test('every picture of the handbook can be drawn anew and is there, and no other picture lies beside them', () => {
  const shown = [...handbook.matchAll(/!\[[^\]]+\]\(bilder\/([\w.-]+)\)/g)].map(([, file]) => file)
  expect(shown.sort()).toEqual(named)
  expect(
    globSync(`${FOLDER}/*.{webp,png,jpg}`, { cwd: root })
      .map((path) => path.slice(FOLDER.length + 1))
      .sort(),
  ).toEqual(drawn)
})

test('pictures are small, and their sizes are known', () => {
  const sizes: Record<string, [number, number]> = JSON.parse(read(`${FOLDER}/sizes.json`))
  expect(Object.keys(sizes).sort()).toEqual(drawn)
  expect(drawn.filter((file) => statSync(join(root, FOLDER, file)).size > PICTURE_BYTES)).toEqual([])
})

/** Words in quotes that are no texts of the program: what people type or say. */
const NOT_OF_THE_PROGRAM = [
  'muller',
  'Geb.Dat',
  'Ich habe keine E-Mail bekommen',
  'Ich habe mich vertippt',
  'Ich komme nicht weiter',
  'Der Link geht nicht mehr',
  'Wir haben uns im Tag geirrt',
  // The program puts a number or a name into these.
  'In den nächsten 14 Tagen',
  'Mit IServ verbinden',
  'Krankmeldung für …',
  '1 eingeschränkte Person: nur unter Datenschutz, Einschränkungen',
]

/** „Status: Papierkorb“ is a filter and its choice. */
const partsOf = (text: string) => text.split(': ')
const withoutEnd = (text: string) => text.replace(/[,.]$/, '')

test('what the handbook puts in quotes is a text of the program', () => {
  const sources = globSync(['{contract,web}/**/*.{ts,tsx}', 'server/**/*.ts'], {
    cwd: root,
    exclude: ['**/*.test.*', '**/*.test-data.*', 'server/test/**', 'server/demo/**', 'web/shell/help-chapters.ts'],
  })
  const texts = inOneLine(sources.map(read).join(' '))
  const isShown = (text: string) =>
    [text, withoutEnd(text)].some((one) => partsOf(one).every((part) => texts.includes(part)))
  const quoted = new Set([...inOneLine(handbook).matchAll(/„([^„“]+)“/g)].map(([, text = '']) => text))
  const unknown = [...quoted].filter((text) => !isShown(text) && !NOT_OF_THE_PROGRAM.includes(withoutEnd(text)))
  expect(quoted.size).toBeGreaterThan(150)
  expect(unknown).toEqual([])
})
