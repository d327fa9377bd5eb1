import { type AnyExtension, type Editor, Extension, type JSONContent, type Node } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import { StarterKit } from '@tiptap/starter-kit'
import { type Block, parseMarkdown } from '#contract/markdown-blocks.ts'
import { type Inline, isSafeAddress } from '#contract/markdown-inline.ts'

/** From behind the last item of a list to the end of its text: out of the list, the item and its paragraph. */
const ENDS_OF_LIST = 3

const blockBefore = ({ state }: Editor) => state.doc.resolve(state.selection.$from.before()).nodeBefore

/** Puts the paragraph of the cursor behind the list's last words; the editor's own way selects the item, and deletes it next. */
const joinList = ({ state, view }: Editor) => {
  const { $from } = state.selection
  const before = $from.before()
  const end = before - ENDS_OF_LIST
  const joined = state.tr.delete(before, $from.after()).insert(end, $from.parent.content)
  view.dispatch(joined.setSelection(TextSelection.create(joined.doc, end)).scrollIntoView())
  return true
}

/** At the start of a block Backspace first makes a paragraph of it; no key takes text along that was not selected. */
const goBack = (editor: Editor) => {
  const { empty, $from } = editor.state.selection
  if (!empty || $from.parentOffset > 0 || $from.depth !== 1) return false
  const last = blockBefore(editor)
  // An empty line before it goes first, as everywhere.
  const isEmptyLine = last?.type.name === 'paragraph' && last.content.size === 0
  if ($from.parent.type.name === 'heading') return !isEmptyLine && editor.commands.setParagraph()
  return last?.type.name.endsWith('List') === true && joinList(editor)
}

const richTextKeys = Extension.create({
  name: 'blockKeys',
  // Before the keys of the editor and of its lists.
  priority: 200,
  addKeyboardShortcuts: () => ({ Backspace: ({ editor }) => goBack(editor) }),
})

type Mark = NonNullable<JSONContent['marks']>[number]

const markOf = (node: Exclude<Inline, { kind: 'text' | 'break' }>): Mark => {
  if (node.kind === 'link') return { type: 'link', attrs: { href: node.href } }
  return { type: node.kind === 'strong' ? 'bold' : 'italic' }
}

const inlineContent = (nodes: readonly Inline[], marks: Mark[] = []): JSONContent[] =>
  nodes.flatMap((node): JSONContent[] => {
    if (node.kind === 'text') return [{ type: 'text', text: node.text, marks }]
    if (node.kind === 'break') return [{ type: 'hardBreak' }]
    return inlineContent(node.children, [...marks, markOf(node)])
  })

const paragraph = (nodes: readonly Inline[]): JSONContent => ({ type: 'paragraph', content: inlineContent(nodes) })

const blockContent = (block: Block): JSONContent => {
  if (block.kind === 'paragraph') return paragraph(block.children)
  if (block.kind === 'heading') {
    return { type: 'heading', attrs: { level: block.level }, content: inlineContent(block.children) }
  }
  const content = block.items.map((item) => ({ type: 'listItem', content: [paragraph(item)] }))
  return block.isOrdered
    ? { type: 'orderedList', attrs: { start: block.start }, content }
    : { type: 'bulletList', content }
}

/** The editor's document of a text in the house's Markdown: it shows what the pages show. */
export const documentOf = (markdown: string): JSONContent => {
  const content = parseMarkdown(markdown).map(blockContent)
  return { type: 'doc', content: content.length > 0 ? content : [{ type: 'paragraph' }] }
}

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
