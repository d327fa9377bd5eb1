import type { AnyExtension, Node } from '@tiptap/core'
import { StarterKit } from '@tiptap/starter-kit'
import { isSafeAddress } from '#contract/markdown-inline.ts'
import { richTextKeys } from './rich-text-keys.ts'

/** Flat lists, and Tab leaves the field instead of moving an item. */
const flatten = (extension: AnyExtension): AnyExtension =>
  extension.name === 'listItem'
    ? (extension as Node).extend({
        content: 'paragraph',
        // Selected as a whole it would be deleted by the next key.
        selectable: false,
        addKeyboardShortcuts() {
          return { Enter: () => this.editor.commands.splitListItem('listItem') }
        },
      })
    : extension

/** What the house's Markdown can hold, and nothing else: other things have no place in the document. */
export const richTextKit = StarterKit.extend({
  addExtensions() {
    return [...(this.parent?.() ?? []).map(flatten), richTextKeys]
  },
}).configure({
  blockquote: false,
  code: false,
  codeBlock: false,
  dropcursor: false,
  gapcursor: false,
  horizontalRule: false,
  strike: false,
  trailingNode: false,
  underline: false,
  heading: { levels: [2, 3] },
  link: {
    openOnClick: false,
    defaultProtocol: 'https',
    isAllowedUri: (address) => isSafeAddress(address ?? ''),
    HTMLAttributes: { target: null, rel: 'noopener noreferrer', class: null },
  },
})
