import type { JSONContent } from '@tiptap/core'
import { type Block, parseMarkdown } from '#contract/markdown-blocks.ts'
import type { Inline } from '#contract/markdown-inline.ts'

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
