import type { JSONContent } from '@tiptap/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { markdownOf } from './markdown-writer.ts'
import { documentOf } from './rich-text-schema.ts'

const again = (markdown: string) => markdownOf(documentOf(markdown))

const LEGAL = `## Wer ist verantwortlich?

Träger der Schule, *Dorfstraße* 12a,
15999 Wacholderhain. **Datenschutz: [Anna Müller](mailto:anna@example.org) hilft.**

### Ihre Rechte

1. Auskunft
2. Löschung
   nach Ablauf der Frist

- **Cookies**: nur für die Anmeldung
- mehr beim [Land](https://www.brandenburg.de/recht?x=1#a)`

const word = fc.constantFrom(
  'a',
  'b c',
  ' ',
  'd ',
  ' e',
  '*',
  '**',
  '[x](https://y.de)',
  '- f',
  '1. g',
  '# h',
  '\\',
  '(',
  ']',
)
const mark = fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'link', attrs: { href: 'https://z.de/a' } })
const inline: fc.Arbitrary<JSONContent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('text'),
      text: word,
      marks: fc.uniqueArray(mark, { selector: ({ type }) => type }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'hardBreak' }) },
)
const block = (type: string) => fc.record({ type: fc.constant(type), content: fc.array(inline, { maxLength: 6 }) })
const list = (type: string) =>
  fc.record({
    type: fc.constant(type),
    content: fc.array(
      block('paragraph').map((content) => ({ type: 'listItem', content: [content] })),
      { minLength: 1, maxLength: 3 },
    ),
  })
const written: fc.Arbitrary<JSONContent> = fc.record({
  type: fc.constant('doc'),
  content: fc.array(fc.oneof(block('paragraph'), block('heading'), list('bulletList'), list('orderedList')), {
    maxLength: 4,
  }),
})

/** Every letter with its look, blanks left out: what a reader sees. */
const look = (node: JSONContent): string[] => {
  const marks = (node.marks ?? []).map(({ type }) => type).sort()
  const own = [...(node.text ?? '').replace(/\s/g, '')].map((letter) => [letter, ...marks].join(' '))
  return [...own, ...(node.content ?? []).flatMap(look)]
}

describe('the Markdown of the editor', () => {
  it('comes back as it was', () => {
    expect(again(LEGAL)).toBe(LEGAL)
  })

  it.each(['3 * 4', 'C:\\Pfad', '[Name]', '**a *b***', '*a* **b**', '1. a\n2. b', '7. a', 'a\nb'])(
    'leaves %j alone',
    (markdown) => {
      expect(again(markdown)).toBe(markdown)
    },
  )

  it('reads any text once: what it writes is read back the same', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(word, fc.constantFrom('\n', '\n\n', '](', '[', '***')), { maxLength: 30 }),
        (parts) => {
          const once = again(parts.join(''))
          expect(again(once)).toBe(once)
        },
      ),
      { numRuns: 1000 },
    )
  })

  it('keeps every letter and its look of any document', () => {
    fc.assert(
      fc.property(written, (document) => {
        const markdown = markdownOf(document)
        expect(look(documentOf(markdown))).toEqual(look(document))
        expect(again(markdown)).toBe(markdown)
      }),
      { numRuns: 1000 },
    )
  })

  it('drops a link that leads to no safe place and keeps its words', () => {
    const marks = [{ type: 'link', attrs: { href: 'javascript:alert(1)' } }]
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'hier', marks }] }]
    expect(markdownOf({ type: 'doc', content })).toBe('hier')
  })

  it('spells an address with brackets so that it stays one', () => {
    const marks = [{ type: 'link', attrs: { href: 'https://de.wikipedia.org/wiki/Hort_(Kinder)' } }]
    const content = [{ type: 'paragraph', content: [{ type: 'text', text: 'Hort', marks }] }]
    expect(markdownOf({ type: 'doc', content })).toBe('[Hort](https://de.wikipedia.org/wiki/Hort_%28Kinder%29)')
  })
})
