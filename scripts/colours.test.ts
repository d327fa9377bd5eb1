import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './run-tool.ts'

const web = join(root, 'web')
const css = readFileSync(join(web, 'ui/tokens.css'), 'utf8')

/** The tokens that are plain colours, by name, of the first block that opens with `selector`. */
const colours = (selector: string) => {
  const block = css.slice(css.indexOf(selector)).split('}')[0] ?? ''
  return Object.fromEntries([...block.matchAll(/--sh-([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]))
}
const light = colours(':root {')
const schemes = { light, dark: { ...light, ...colours('[data-mantine-color-scheme="dark"] {') } }

const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    channel(Number.parseInt(hex.slice(at, at + 2), 16) / 255),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
/** WCAG 2.2: from 1 (equal) to 21 (black on white). */
const contrast = (one: string, other: string) => {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

const SURFACES = ['paper', 'card', 'sunken', 'hover']
const TINTS = ['brand-tint', 'positive-tint', 'negative-tint', 'attention-tint', 'neutral-tint']
/** Text colours and their backgrounds; WCAG 1.4.3 requires 4.5. */
const TEXTS = [
  ...SURFACES.flatMap((surface) =>
    ['ink', 'ink-quiet', 'link', 'positive', 'negative', 'attention'].map((text) => [text, surface]),
  ),
  ...TINTS.map((tint) => ['ink', tint]),
  ...['positive', 'negative', 'attention'].map((kind) => [kind, `${kind}-tint`]),
  ['link', 'brand-tint'],
  ['ink-quiet', 'neutral-tint'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-hover'],
] as [string, string][]
/** Borders of fields and the focus ring; WCAG 1.4.11 requires 3. */
const LINES = ['line-field', 'focus'].flatMap((line) => ['paper', 'card'].map((surface) => [line, surface])) as [
  string,
  string,
][]

for (const [scheme, tokens] of Object.entries(schemes)) {
  const ratio = (one: string, other: string) => contrast(tokens[one] ?? '', tokens[other] ?? '')
  test.each(TEXTS)(`in ${scheme} the text %s is read on %s`, (text, surface) => {
    expect(ratio(text, surface)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(LINES)(`in ${scheme} the line %s is seen on %s`, (line, surface) => {
    expect(ratio(line, surface)).toBeGreaterThanOrEqual(3)
  })
}

test('the dark scheme has a value of its own for every colour', () => {
  const own = colours('[data-mantine-color-scheme="dark"] {')
  expect(Object.keys(light).filter((name) => !(name in own))).toEqual([])
})

test('the kit writes on the same dark shades', () => {
  const [, tuple = ''] =
    /const dark: MantineColorsTuple = \[([^\]]+)\]/.exec(readFileSync(join(web, 'theme.ts'), 'utf8')) ?? []
  const shades = tuple.match(/#[0-9a-f]{6}/g) ?? []
  const { dark } = schemes
  expect([shades[0], shades[2], shades[4], shades[6], shades[8]]).toEqual(
    ['ink', 'ink-quiet', 'line', 'card', 'paper'].map((name) => dark[name]),
  )
})

/** White for paper, logos and QR codes in both schemes, and black with an alpha for shadows and the ground of dialogs. */
const SAME_IN_BOTH = /#fff(?:fff)?\b|rgb\(0 0 0 \/ \d+%\)/g
/** Lines of a list on paper, and the ink of the poster. The preview in `AccentField` shows both schemes side by side. */
const NAMED = ['domains/schoolclasses/class-lists.module.css #8a8f98', 'domains/schools/schools.module.css #1b2430']

test('every other style takes its colours from the tokens', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'))
  expect(files.length).toBeGreaterThan(40)
  const naming = files
    .filter((file) => !/(tokens|AccentField\.module)\.css$/.test(file))
    .flatMap((file) => {
      const style = readFileSync(join(web, file), 'utf8').replace(SAME_IN_BOTH, '')
      return [...style.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl|oklch)a?\(/gi)].map(([colour]) => `${file} ${colour}`)
    })
  expect(naming.sort()).toEqual(NAMED)
})
