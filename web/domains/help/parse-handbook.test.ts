import { expect, test } from 'vitest'
import { anchorOf, parseHandbook, plainHelpText } from './parse-handbook.ts'

const TEXT = `# Handbuch

Für Leserinnen der Datei.

## Erstes

Ein Absatz über
zwei Zeilen, mit **fett**, \`Taste\` und [einem Link](#zweites).

- **Ändern:** so,
  weiter in der nächsten Zeile
- **Ändern:** noch einmal
- ohne Namen

1. eins
2. zwei

![Ein Bild](bilder/bild.webp)

### Ein Abschnitt

| Taste | Was sie tut |
|---|---|
| Strg+K | findet |

## Zweites
`

test('the handbook is cut into chapters, and what stands before them is left out', () => {
  expect(parseHandbook(TEXT).map(({ title, anchor, blocks }) => [title, anchor, blocks.length])).toEqual([
    ['Erstes', 'erstes', 6],
    ['Zweites', 'zweites', 0],
  ])
})

test('a chapter has paragraphs, lists, pictures, headings and tables; each place has a name of its own', () => {
  const [first] = parseHandbook(TEXT)
  const [paragraph, list, numbers, picture, heading, table] = first?.blocks ?? []
  expect(paragraph).toEqual({
    kind: 'paragraph',
    anchor: 'absatz',
    children: [
      { kind: 'text', text: 'Ein Absatz über zwei Zeilen, mit ' },
      { kind: 'strong', children: [{ kind: 'text', text: 'fett' }] },
      { kind: 'text', text: ', ' },
      { kind: 'key', text: 'Taste' },
      { kind: 'text', text: ' und ' },
      { kind: 'link', href: '#zweites', children: [{ kind: 'text', text: 'einem Link' }] },
      { kind: 'text', text: '.' },
    ],
  })
  expect(list?.kind === 'list' && list.items.map(({ anchor, children }) => [anchor, plainHelpText(children)])).toEqual([
    ['aendern', 'Ändern: so, weiter in der nächsten Zeile'],
    ['aendern-2', 'Ändern: noch einmal'],
    ['absatz-2', 'ohne Namen'],
  ])
  expect(numbers).toMatchObject({ kind: 'list', isOrdered: true })
  expect(picture).toEqual({ kind: 'picture', caption: 'Ein Bild', file: 'bild.webp' })
  expect(heading).toMatchObject({ kind: 'heading', anchor: 'ein-abschnitt' })
  expect(table).toMatchObject({ kind: 'table', rows: [{ anchor: 'strg-k' }] })
})

test.each([
  ['Auf Antrag löschen', 'auf-antrag-loeschen'],
  ['Schülerinnen und Schüler', 'schuelerinnen-und-schueler'],
  ['„Link erneuern“: Größe?', 'link-erneuern-groesse'],
])('%s is called %s in an address', (text, anchor) => {
  expect(anchorOf(text)).toBe(anchor)
})

test('HTML in the file stays text', () => {
  const [chapter] = parseHandbook('## Eins\n\n<script>alert(1)</script>')
  expect(chapter?.blocks).toMatchObject([{ children: [{ kind: 'text', text: '<script>alert(1)</script>' }] }])
})
