/**
 * The Markdown of the handbook (`docs/handbuch.md`), read when its pages are opened. It has pictures, tables, keys and
 * links between chapters, which the texts that people write in the program do not have (`contract/markdown-blocks.ts`).
 */

export type HelpInline =
  | { kind: 'text' | 'key'; text: string }
  | { kind: 'strong'; children: HelpInline[] }
  | { kind: 'link'; href: string; children: HelpInline[] }

interface HelpItem {
  anchor: string
  children: HelpInline[]
}

export type HelpBlock =
  | (HelpItem & { kind: 'heading' | 'paragraph' })
  | { kind: 'list'; isOrdered: boolean; items: HelpItem[] }
  | { kind: 'picture'; file: string; caption: string }
  | { kind: 'table'; head: HelpInline[][]; rows: (HelpItem & { cells: HelpInline[][] })[] }

export interface HelpChapter {
  title: string
  anchor: string
  blocks: HelpBlock[]
}

const GERMAN: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** „Auf Antrag löschen“ becomes `auf-antrag-loeschen`. */
export const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => GERMAN[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const MARKS = /\*\*(?<strong>.+?)\*\*|`(?<key>[^`]+)`|\[(?<label>[^\]]+)\]\((?<href>[^)]+)\)/gs

const inlineOf = ({ strong, key, label, href = '' }: Record<string, string | undefined>): HelpInline => {
  if (strong !== undefined) return { kind: 'strong', children: parseHelpInline(strong) }
  if (key !== undefined) return { kind: 'key', text: key }
  return { kind: 'link', href, children: parseHelpInline(label ?? '') }
}

export const parseHelpInline = (text: string): HelpInline[] => {
  const parts: HelpInline[] = []
  let end = 0
  for (const found of text.matchAll(MARKS)) {
    if (found.index > end) parts.push({ kind: 'text', text: text.slice(end, found.index) })
    parts.push(inlineOf(found.groups ?? {}))
    end = found.index + found[0].length
  }
  if (end < text.length) parts.push({ kind: 'text', text: text.slice(end) })
  return parts
}

export const plainHelpText = (parts: readonly HelpInline[]): string =>
  parts.map((part) => ('text' in part ? part.text : plainHelpText(part.children))).join('')

/** Paragraphs and entries of a list that begin with bold words are named by them. */
export const leadOf = ([first]: readonly HelpInline[]) =>
  first?.kind === 'strong' ? plainHelpText(first.children) : ''

/** Names within a chapter: the same words a second time get a number. */
const anchorMaker = () => {
  const used = new Map<string, number>()
  return (words: string) => {
    const anchor = anchorOf(words) || 'absatz'
    const count = (used.get(anchor) ?? 0) + 1
    used.set(anchor, count)
    return count === 1 ? anchor : `${anchor}-${count}`
  }
}

type NameAnchor = ReturnType<typeof anchorMaker>

const itemOf = (text: string, name: NameAnchor): HelpItem => {
  const children = parseHelpInline(text)
  return { anchor: name(leadOf(children)), children }
}

const ITEM = /^(?:-|\d+\.) (.*)$/
const PICTURE = /^!\[(.*)\]\((?:.*\/)?(.*)\)$/

/** The lines of a list by its entries; a line without a mark goes on with the entry before it. */
const listItems = (lines: readonly string[]) => {
  const items: string[] = []
  for (const line of lines) {
    const begun = ITEM.exec(line)?.[1]
    if (begun === undefined) items.push(`${items.pop() ?? ''} ${line}`.trim())
    else items.push(begun)
  }
  return items
}

const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => parseHelpInline(cell.trim()))

/** A row is found by its first cell. */
const rowOf = (line: string, name: NameAnchor) => {
  const cells = cellsOf(line)
  return { anchor: name(plainHelpText(cells[0] ?? [])), children: cells.flat(), cells }
}

const blockOf = (lines: readonly string[], name: NameAnchor): HelpBlock => {
  const [first = '', , ...rows] = lines
  const picture = PICTURE.exec(lines.join(' '))
  if (picture) return { kind: 'picture', caption: picture[1] ?? '', file: picture[2] ?? '' }
  if (first.startsWith('### ')) {
    const children = parseHelpInline(first.slice(4))
    return { kind: 'heading', anchor: name(plainHelpText(children)), children }
  }
  if (first.startsWith('|')) return { kind: 'table', head: cellsOf(first), rows: rows.map((row) => rowOf(row, name)) }
  if (ITEM.test(first)) {
    const items = listItems(lines).map((text) => itemOf(text, name))
    return { kind: 'list', isOrdered: /^\d/.test(first), items }
  }
  return { kind: 'paragraph', ...itemOf(lines.join(' '), name) }
}

const chapterOf = (text: string): HelpChapter => {
  const [title = '', ...blocks] = text.split(/\n\s*\n/)
  const name = anchorMaker()
  const lines = blocks.map((block) =>
    block
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean),
  )
  return {
    title: title.trim(),
    anchor: anchorOf(title),
    blocks: lines.filter(({ length }) => length > 0).map((block) => blockOf(block, name)),
  }
}

/** The chapters of the handbook; what stands before the first one is for readers of the file. */
export const parseHandbook = (text: string): HelpChapter[] => text.split(/^## /m).slice(1).map(chapterOf)
