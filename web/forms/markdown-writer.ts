import type { JSONContent } from '@tiptap/core'
import { isSafeAddress } from '#contract/markdown-inline.ts'

interface Marks {
  isStrong: boolean
  isEm: boolean
}

interface Piece extends Marks {
  text: string
  href: string | undefined
}

/** What is written as one: words or a whole link, or the blanks between two of them. */
type Atom = (Marks & { source: string }) | { gap: string }
type Token = Piece | { gap: string }

const PLAIN: Marks = { isStrong: false, isEm: false }

const both = (one: Marks, other: Marks): Marks => ({
  isStrong: one.isStrong && other.isStrong,
  isEm: one.isEm && other.isEm,
})

const encodeAddress = (address: string) => address.replace(/[\s()<>]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

const hrefOf = ({ marks = [] }: JSONContent) => {
  const href = encodeAddress(String(marks.find(({ type }) => type === 'link')?.attrs?.href ?? ''))
  return isSafeAddress(href) ? href : undefined
}

const hasMark = ({ marks = [] }: JSONContent, name: string) => marks.some(({ type }) => type === name)

const pieceOf = (node: JSONContent, lineBreak: string): Token => {
  if (node.type === 'hardBreak') return { gap: lineBreak }
  const text = (node.text ?? '').replace(/\n/g, ' ')
  return { text, isStrong: hasMark(node, 'bold'), isEm: hasMark(node, 'italic'), href: hrefOf(node) }
}

/** Signs of bold and italic must touch words: blanks at the edges of a piece stand for themselves. */
const splitEdges = (token: Token): Token[] => {
  if ('gap' in token) return [token]
  const text = token.text.trim()
  if (!text) return [{ gap: token.text }]
  const start = token.text.indexOf(text)
  const edges = [token.text.slice(0, start), token.text.slice(start + text.length)]
  return [{ gap: edges[0] as string }, { ...token, text }, { gap: edges[1] as string }]
}

const isLike = (one: Piece, other: Piece) =>
  one.isStrong === other.isStrong && one.isEm === other.isEm && one.href === other.href

const appendGap = (tokens: Token[], gap: string) => {
  const last = tokens.at(-1)
  if (last && 'gap' in last) last.gap += gap
  else if (last && gap) tokens.push({ gap })
}

/** Pieces of one look become one, also over blanks: read back they are one, too. */
const appendPiece = (tokens: Token[], piece: Piece) => {
  const last = tokens.at(-1)
  const gap = last && 'gap' in last && !last.gap.includes('\n') ? last.gap : ''
  const before = tokens.at(gap ? -2 : -1)
  if (!before || 'gap' in before || !isLike(before, piece)) tokens.push({ ...piece })
  else {
    before.text += gap + piece.text
    if (gap) tokens.pop()
  }
}

const isEmptyLine = (gap: string) => gap.split('\n').length > 2

/** What a line break and an empty line become: only a paragraph can be broken in two. */
type Breaks = { line: string; empty: string }
const BREAKS = {
  paragraph: { line: '\n', empty: '\n\n' },
  item: { line: '\n', empty: '\n' },
  heading: { line: ' ', empty: ' ' },
} as const

const gapText = (gap: string, { empty }: Breaks) => {
  if (isEmptyLine(gap)) return empty
  return gap.includes('\n') ? '\n' : gap
}

const tokensOf = (nodes: readonly JSONContent[], breaks: Breaks) => {
  const tokens: Token[] = []
  for (const token of nodes.map((node) => pieceOf(node, breaks.line)).flatMap(splitEdges)) {
    if ('gap' in token) appendGap(tokens, token.gap)
    else appendPiece(tokens, token)
  }
  if ('gap' in (tokens.at(-1) ?? {})) tokens.pop()
  return tokens.map((token): Token => ('gap' in token ? { gap: gapText(token.gap, breaks) } : token))
}

const isBlank = (sign: string | undefined) => sign !== undefined && /\s/.test(sign)

/** Stars between blanks mean nothing; `](` would make a link of what is none. */
const escapeText = (text: string) =>
  text
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/\*+/g, (stars, at: number, whole: string) =>
      isBlank(whole[at - 1]) && isBlank(whole[at + stars.length]) ? stars : '\\*'.repeat(stars.length),
    )
    .replace(/\]\(/g, ']\\(')

const linkAtom = (tokens: Token[], href: string): Atom => {
  const pieces = tokens.filter((token) => 'text' in token)
  const common = pieces.reduce<Marks>(both, { isStrong: true, isEm: true })
  const label = tokens.map((token): Atom => {
    if ('gap' in token) return token
    const source = escapeText(token.text).replace(/\[/g, '\\[')
    return { source, isStrong: token.isStrong && !common.isStrong, isEm: token.isEm && !common.isEm }
  })
  return { ...common, source: `[${writeAtoms(label)}](${href})` }
}

/** Where a link that starts here ends: blanks inside it belong to it. */
const linkEnd = (tokens: Token[], start: number, href: string) => {
  let end = start
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] as Token
    if ('gap' in token ? isEmptyLine(token.gap) : token.href !== href) break
    if ('text' in token) end = at
  }
  return end + 1
}

const atomsOf = (tokens: Token[]): Atom[] => {
  const atoms: Atom[] = []
  let at = 0
  while (at < tokens.length) {
    const token = tokens[at] as Token
    const isLink = 'href' in token && token.href !== undefined
    const end = isLink ? linkEnd(tokens, at, token.href as string) : at + 1
    if (isLink) atoms.push(linkAtom(tokens.slice(at, end), token.href as string))
    else atoms.push('gap' in token ? token : { ...token, source: escapeText(token.text) })
    at = end
  }
  return atoms
}

/** What may stay open over blanks: after them nothing can be ended, and em lies inside strong. */
const over = (one: Marks, other: Marks): Marks => ({
  isStrong: one.isStrong && other.isStrong,
  isEm: one.isEm && other.isEm && one.isStrong === other.isStrong,
})

/** The signs from one look to the next; strong always lies around em. */
const turn = (from: Marks, to: Marks) => {
  const endsEm = from.isEm && (!to.isEm || from.isStrong !== to.isStrong)
  const isEm = from.isEm && !endsEm
  return [endsEm ? '*' : '', from.isStrong !== to.isStrong ? '**' : '', to.isEm && !isEm ? '*' : ''].join('')
}

const marksAt = (atoms: readonly Atom[], at: number): Marks => {
  const atom = atoms[at]
  return atom && !('gap' in atom) ? atom : PLAIN
}

const writeAtoms = (atoms: readonly Atom[]) => {
  let now = PLAIN
  let source = ''
  atoms.forEach((atom, at) => {
    const isGap = 'gap' in atom
    const text = isGap ? atom.gap : atom.source
    // Nothing reaches over an empty line.
    const next = isGap && text !== '\n\n' ? over(marksAt(atoms, at - 1), marksAt(atoms, at + 1)) : marksAt(atoms, at)
    source += turn(now, next) + text
    now = next
  })
  return source + turn(now, PLAIN)
}

/** A line that would begin a heading or a list although it is text. */
const escapeStart = (line: string) =>
  line.replace(/^(?:[-+]|#{1,6})(?=\s)/, '\\$&').replace(/^(\d{1,9})([.)])(?=\s)/, '$1\\$2')

const inlineText = ({ content = [] }: JSONContent, breaks: Breaks) => writeAtoms(atomsOf(tokensOf(content, breaks)))

const linesOf = (node: JSONContent, breaks: Breaks) => inlineText(node, breaks).split('\n').map(escapeStart)

/** The lines of the items that hold anything. */
const itemsOf = ({ content = [] }: JSONContent) =>
  content
    .map((item) => (item.content ?? []).flatMap((part) => linesOf(part, BREAKS.item)).filter(Boolean))
    .filter((lines) => lines.length > 0)

const listText = (items: string[][], signOf: (index: number) => string) =>
  items.map((lines, index) => signOf(index) + lines.join(`\n${' '.repeat(signOf(index).length)}`)).join('\n')

const headingText = (node: JSONContent) => {
  const text = inlineText(node, BREAKS.heading)
  return text && `${node.attrs?.level === 3 ? '###' : '##'} ${text}`
}

const blockText = (node: JSONContent) => {
  if (node.type === 'bulletList') return listText(itemsOf(node), () => '- ')
  if (node.type === 'orderedList')
    return listText(itemsOf(node), (index) => `${Number(node.attrs?.start ?? 1) + index}. `)
  return node.type === 'heading' ? headingText(node) : linesOf(node, BREAKS.paragraph).join('\n')
}

const nextNumber = (list: JSONContent) => Number(list.attrs?.start ?? 1) + itemsOf(list).length

/** Two lists that would be read as one. */
const isOneList = (list: JSONContent | undefined, next: JSONContent) => {
  if (list?.type !== next.type || !list?.type?.endsWith('List')) return false
  return list.type === 'bulletList' || nextNumber(list) === Number(next.attrs?.start ?? 1)
}

const joinLists = (nodes: JSONContent[], node: JSONContent) => {
  const last = nodes.at(-1)
  if (!last || !isOneList(last, node)) return [...nodes, node]
  return [...nodes.slice(0, -1), { ...last, content: [...(last.content ?? []), ...(node.content ?? [])] }]
}

/** The editor's document in the house's Markdown; `documentOf` reads it back as it was. */
export const markdownOf = ({ content = [] }: JSONContent) =>
  content.filter(blockText).reduce<JSONContent[]>(joinLists, []).map(blockText).join('\n\n')
