/** A piece of a line of text. */
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'break' }
  | { kind: 'strong' | 'em'; children: Inline[] }
  | { kind: 'link'; href: string; children: Inline[] }

/** Allowed link targets; a link to anything else stays the text as it was written. */
const SAFE_ADDRESS = /^(?:https:\/\/|mailto:|tel:)[^\s()<>]+$/i
const ADDRESS_MAX = 2000

export const isSafeAddress = (address: string) => address.length <= ADDRESS_MAX && SAFE_ADDRESS.test(address)

const PUNCTUATION = /^[!-/:-@[-`{-~]$/
const isEscape = (source: string, at: number) => source[at] === '\\' && PUNCTUATION.test(source[at + 1] ?? '')

interface LinkPlace {
  labelEnd: number
  end: number
  href: string
}

/** The address that starts here, up to its `)`. It stops at a second `(`, so that no text is scanned repeatedly. */
const addressAt = (source: string, start: number) => {
  let at = start
  while (at < source.length && !/[\s()]/.test(source[at] ?? '')) at += 1
  const address = source.slice(start, at)
  return source[at] === ')' && isSafeAddress(address) ? address : undefined
}

/** The link whose label lies between two positions, if a safe address follows. */
const linkAt = (source: string, open: number, labelEnd: number): LinkPlace | undefined => {
  const href = labelEnd > open + 1 ? addressAt(source, labelEnd + 2) : undefined
  return href ? { labelEnd, end: labelEnd + href.length + 3, href } : undefined
}

/** All `[label](address)` by the position of their `[`, found in one pass. */
const linksIn = (source: string) => {
  const links = new Map<number, LinkPlace>()
  let open = -1
  for (let at = 0; at < source.length; at += 1) {
    if (isEscape(source, at)) at += 1
    else if (source[at] === '[') open = at
    else if (open >= 0 && source.startsWith('](', at)) {
      const link = linkAt(source, open, at)
      if (link) links.set(open, link)
      open = -1
    }
  }
  return links
}

interface Frame {
  kind: 'root' | 'strong' | 'em'
  nodes: Inline[]
}

const SIGNS = { strong: '**', em: '*' } as const

const isSpace = (sign: string | undefined) => sign === undefined || /\s/.test(sign)

/** Builds the tree of one range. At most one strong and one em are open at a time, so the depth is limited. */
class InlineBuilder {
  readonly frames: Frame[] = [{ kind: 'root', nodes: [] }]

  get top(): Frame {
    return this.frames[this.frames.length - 1] as Frame
  }

  isOpen(kind: Frame['kind']) {
    return this.frames.some((frame) => frame.kind === kind)
  }

  add(node: Inline) {
    this.top.nodes.push(node)
  }

  addText(text: string) {
    const last = this.top.nodes.at(-1)
    if (last?.kind === 'text') last.text += text
    else this.add({ kind: 'text', text })
  }

  open(kind: 'strong' | 'em') {
    this.frames.push({ kind, nodes: [] })
  }

  /** A mark that was never closed is text, followed by its content. */
  flatten() {
    const { kind, nodes } = this.frames.pop() as Frame
    if (kind === 'root') return
    this.addText(SIGNS[kind])
    for (const node of nodes) {
      if (node.kind === 'text') this.addText(node.text)
      else this.add(node)
    }
  }

  close(kind: 'strong' | 'em') {
    while (this.top.kind !== kind) this.flatten()
    const { nodes: children } = this.frames.pop() as Frame
    this.add({ kind, children })
  }

  finish() {
    while (this.frames.length > 1) this.flatten()
    return this.top.nodes
  }
}

/** Which of the two a run of stars closes here, if any. */
const closableBy = (builder: InlineBuilder, left: number) => {
  const isStrongOpen = builder.isOpen('strong')
  const { kind, nodes } = builder.top
  if (kind === 'root' || nodes.length === 0) return undefined
  if (isStrongOpen && left >= 2 && (kind === 'strong' || left === 2)) return 'strong'
  return builder.isOpen('em') && (left !== 2 || kind !== 'em') ? 'em' : undefined
}

const openableBy = (builder: InlineBuilder, left: number) => {
  if (left >= 2 && !builder.isOpen('strong')) return 'strong'
  return builder.isOpen('em') ? undefined : 'em'
}

/** Handles a run of stars: closes and opens what it can, the rest is text. */
const takeStars = (builder: InlineBuilder, run: { length: number; mayClose: boolean; mayOpen: boolean }) => {
  let left = run.length
  while (left > 0) {
    const closes = run.mayClose ? closableBy(builder, left) : undefined
    const opens = run.mayOpen && !closes ? openableBy(builder, left) : undefined
    if (closes) builder.close(closes)
    else if (opens) builder.open(opens)
    else {
      builder.addText('*'.repeat(left))
      return
    }
    left -= SIGNS[closes ?? opens ?? 'em'].length
  }
}

interface Range {
  source: string
  links: Map<number, LinkPlace>
  from: number
  to: number
}

const starsAt = ({ source, to }: Range, start: number) => {
  let end = start
  while (end < to && source[end] === '*') end += 1
  return end - start
}

/** Reads the piece at a position and returns the position after it. */
const takeAt = (builder: InlineBuilder, range: Range, at: number): number => {
  const { source, links, from, to } = range
  const sign = source[at] as string
  if (isEscape(source, at)) {
    builder.addText(source[at + 1] as string)
    return at + 2
  }
  if (sign === '*') {
    const length = starsAt(range, at)
    const mayClose = at > from && !isSpace(source[at - 1])
    takeStars(builder, { length, mayClose, mayOpen: at + length < to && !isSpace(source[at + length]) })
    return at + length
  }
  const link = sign === '[' ? links.get(at) : undefined
  if (link) {
    const children = readRange({ source, links, from: at + 1, to: link.labelEnd })
    builder.add({ kind: 'link', href: link.href, children })
    return link.end
  }
  if (sign === '\n') builder.add({ kind: 'break' })
  else builder.addText(sign)
  return at + 1
}

const readRange = (range: Range): Inline[] => {
  const builder = new InlineBuilder()
  let at = range.from
  while (at < range.to) at = takeAt(builder, range, at)
  return builder.finish()
}

/** Bold, italic, links, escapes and line breaks of one block, in one pass; everything else is text, HTML too. */
export const parseInline = (source: string): Inline[] =>
  readRange({ source, links: linksIn(source), from: 0, to: source.length })
