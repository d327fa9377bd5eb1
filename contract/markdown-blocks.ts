import { type Inline, parseInline } from './markdown-inline.ts'

/**
 * The Markdown of this product: the editor writes it and every page shows it, nothing else is supported (spec §2,
 * rich-text editor).
 */
export type Block =
  | { kind: 'heading'; level: 2 | 3; children: Inline[] }
  | { kind: 'paragraph'; children: Inline[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: Inline[][] }

const HEADING = /^(#{1,6})\s+(.*)$/s
const BULLET = /^[-*+]\s+(.*)$/s
const NUMBER = /^(\d{1,9})[.)]\s+(.*)$/s

type OpenBlock =
  | { kind: 'heading'; level: 2 | 3; lines: string[] }
  | { kind: 'paragraph'; lines: string[] }
  | { kind: 'list'; isOrdered: boolean; start: number; items: string[][] }

interface Reading {
  blocks: OpenBlock[]
  /** The next line may continue the last block. */
  isOpen: boolean
}

interface Item {
  isOrdered: boolean
  start: number
  text: string
}

const itemOf = (line: string): Item | undefined => {
  const bullet = BULLET.exec(line)
  if (bullet) return { isOrdered: false, start: 1, text: bullet[1] as string }
  const number = NUMBER.exec(line)
  return number ? { isOrdered: true, start: Number(number[1]), text: number[2] as string } : undefined
}

type ListBlock = Extract<OpenBlock, { kind: 'list' }>

/** Empty lines do not end a list; a numbered one only continues with its next number. */
const goesOn = ({ isOrdered, start, items }: ListBlock, item: Item, isOpen: boolean) =>
  isOrdered === item.isOrdered && (isOpen || !isOrdered || item.start === start + items.length)

/** Inside a paragraph only `1.` begins a list, so that '20. November' stays text. */
const takeItem = ({ blocks, isOpen }: Reading, item: Item) => {
  const last = blocks.at(-1)
  if (last?.kind === 'list' && goesOn(last, item, isOpen)) {
    last.items.push([item.text])
    return true
  }
  if (isOpen && last?.kind === 'paragraph' && item.isOrdered && item.start !== 1) return false
  blocks.push({ kind: 'list', isOrdered: item.isOrdered, start: item.start, items: [[item.text]] })
  return true
}

const takeText = ({ blocks, isOpen }: Reading, line: string) => {
  const last = blocks.at(-1)
  if (!isOpen || !last || last.kind === 'heading') blocks.push({ kind: 'paragraph', lines: [line] })
  else if (last.kind === 'list') last.items.at(-1)?.push(line)
  else last.lines.push(line)
}

const takeLine = (reading: Reading, line: string) => {
  const heading = HEADING.exec(line)
  if (heading) {
    const level = (heading[1] as string).length > 2 ? 3 : 2
    reading.blocks.push({ kind: 'heading', level, lines: [heading[2] as string] })
    return
  }
  const item = itemOf(line)
  if (!item || !takeItem(reading, item)) takeText(reading, line)
}

const inlineOf = (lines: string[]) => parseInline(lines.join('\n'))

const closed = (block: OpenBlock): Block => {
  if (block.kind === 'list') {
    const { isOrdered, start, items } = block
    return { kind: 'list', isOrdered, start, items: items.map(inlineOf) }
  }
  const children = inlineOf(block.lines)
  return block.kind === 'heading' ? { kind: 'heading', level: block.level, children } : { kind: 'paragraph', children }
}

/** Headings, paragraphs and flat lists, in linear time. */
export const parseMarkdown = (text: string): Block[] => {
  const reading: Reading = { blocks: [], isOpen: false }
  for (const raw of text.split('\n')) {
    const line = raw.trim()
    if (line) takeLine(reading, line)
    reading.isOpen = line !== ''
  }
  return reading.blocks.map(closed)
}

/** The text without formatting. */
export const plainText = (nodes: readonly Inline[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text') return node.text
      return node.kind === 'break' ? ' ' : plainText(node.children)
    })
    .join('')

/** The headings of a text with an anchor each, for a table of contents; anchors are numbered in order. */
export const headingAnchors = (blocks: readonly Block[]) =>
  blocks
    .filter((block) => block.kind === 'heading')
    .map(({ level, children }, index) => ({ level, text: plainText(children), anchor: `abschnitt-${index + 1}` }))
