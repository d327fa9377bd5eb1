import { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { markdownOf } from './markdown-writer.ts'
import { documentOf, richTextKit } from './rich-text-schema.ts'

// jsdom lays nothing out; the editor asks where the cursor is.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList
Range.prototype.getBoundingClientRect = () => new DOMRect()

/** The position of a sign in the text, which occurs once. */
const placeOf = (editor: Editor, sign: string) => {
  let place = 0
  editor.state.doc.descendants((node, at) => {
    const offset = node.text?.indexOf(sign) ?? -1
    if (offset >= 0) place = at + offset
  })
  return place
}

/** What keys make of a text with the cursor at `|`; typed letters go in where the cursor is then. */
const afterKeys = (marked: string, keys: readonly string[]) => {
  const element = document.body.appendChild(document.createElement('div'))
  const editor = new Editor({ element, extensions: [richTextKit], content: documentOf(marked), injectCSS: false })
  const cursor = placeOf(editor, '|')
  editor
    .chain()
    .deleteRange({ from: cursor, to: cursor + 1 })
    .setTextSelection(cursor)
    .run()
  for (const key of keys) {
    if (key.length === 1) editor.commands.insertContent(key)
    else editor.view.dom.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
  }
  const markdown = markdownOf(editor.getJSON())
  editor.destroy()
  element.remove()
  return markdown
}

test.each([
  ['vor\n\n## |Titel\n\nnach', ['Backspace'], 'vor\n\nTitel\n\nnach'],
  ['vor\n\n## |Titel', ['Backspace', 'Backspace'], 'vorTitel'],
  ['## |Titel\n\nnach', ['Backspace'], 'Titel\n\nnach'],
  ['## Eins\n\n### |Zwei', ['Backspace'], '## Eins\n\nZwei'],
  ['vor\n\n## |**fett** Titel', ['Backspace'], 'vor\n\n**fett** Titel'],
])('Backspace at the start of a heading makes a paragraph of it: %j, %j', (marked, keys, markdown) => {
  expect(afterKeys(marked, keys)).toBe(markdown)
})

test.each([
  ['vor\n\n## |Titel\n\nnach', ['Enter', 'x'], 'vor\n\n## xTitel\n\nnach'],
  ['## |Titel', ['Enter', 'Backspace'], '## Titel'],
  ['## Titel|', ['Enter', 'x'], '## Titel\n\nx'],
])('Enter at an edge of a heading makes a paragraph beside it: %j, %j', (marked, keys, markdown) => {
  expect(afterKeys(marked, keys)).toBe(markdown)
})

test.each([
  ['- a\n- b\n\n|Text', ['Backspace'], '- a\n- bText'],
  ['- a\n- b\n\n|Text', ['Backspace', 'x'], '- a\n- bxText'],
  ['1. a\n2. b\n\n## |Titel', ['Backspace', 'Backspace', 'x'], '1. a\n2. bxTitel'],
  ['- a\n- |b', ['Backspace', 'Backspace'], '- ab'],
])('Backspace behind a list never takes an item along: %j, %j', (marked, keys, markdown) => {
  expect(afterKeys(marked, keys)).toBe(markdown)
})

const TEXT = 'Anfang\n\n## Eins\n\n- zwei\n- drei\n\n### Vier\n\n1. fünf\n\nsechs'
const lettersOf = (text: string) => text.replace(/[^a-zäöüß]/gi, '')

// Single letters are deleted by the browser itself, which jsdom is not: here nothing may be missing.
test.each(['Backspace', 'Enter', 'Delete'])(
  '%s at the edges of blocks loses no text, pressed up to four times',
  (key) => {
    for (const word of ['Anfang', 'Eins', 'zwei', 'drei', 'Vier', 'fünf', 'sechs'])
      for (const marked of [TEXT.replace(word, `|${word}`), TEXT.replace(word, `${word}|`)])
        for (const times of [1, 2, 3, 4]) {
          const markdown = afterKeys(
            marked,
            Array.from({ length: times }, () => key),
          )
          expect(lettersOf(markdown), `${marked}, ${times} times`).toBe(lettersOf(TEXT))
        }
  },
)
