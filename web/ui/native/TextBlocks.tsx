import { Fragment, type ReactNode } from 'react'
import { type Block, headingAnchors, parseMarkdown } from '#contract/markdown-blocks.ts'
import type { Inline } from '#contract/markdown-inline.ts'
import { phoneE164 } from '#contract/phone.ts'
import classes from './text-blocks.module.css'

interface TextBlocksProps {
  text: string
  /** The level of `##`: one below the heading above the text. */
  level?: 2 | 3
  /** Headings get ids, as `headingAnchors` names them. */
  hasAnchors?: boolean
}

const LinkText = ({ href, children }: { href: string; children: ReactNode }) =>
  /^https:/i.test(href) ? (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
      <span className="sh-visually-hidden"> (öffnet sich in einem neuen Tab)</span>
      <svg className={classes.outward} viewBox="0 0 12 12" aria-hidden="true">
        <path d="M7 1.5h3.5V5M10.5 1.5l-5 5M9 7.5v3H1.5V3h3" />
      </svg>
    </a>
  ) : (
    <a href={href} rel="noopener noreferrer">
      {children}
    </a>
  )

/** An address, or a number behind the word „Telefon“; the split keeps both among the other parts. No lookbehind: iOS 15. */
const REACHED_BY = /([\w.+-]+@[\w-]+(?:\.[\w-]+)+|Telefon:? \+?\d[\d /-]{4,}\d)/

const partOf = (part: string) => {
  if (part.includes('@')) return <a href={`mailto:${part}`}>{part}</a>
  const [word = '', number = ''] = part.split(/(?=\+?\d)(.+)/)
  const dialled = phoneE164(number)
  return dialled ? (
    <>
      {word}
      <a href={`tel:${dialled}`}>{number}</a>
    </>
  ) : (
    part
  )
}

/** A school writes its address and number as text; who reads it on a phone taps on them. */
const withLinks = (text: string) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never change places
  text.split(REACHED_BY).map((part, index) => <Fragment key={index}>{index % 2 === 1 ? partOf(part) : part}</Fragment>)

const inlineOf = (node: Inline, isInLink: boolean): ReactNode => {
  switch (node.kind) {
    case 'text':
      return isInLink ? node.text : withLinks(node.text)
    case 'break':
      return <br />
    case 'strong':
      return <strong>{inlinesOf(node.children, isInLink)}</strong>
    case 'em':
      return <em>{inlinesOf(node.children, isInLink)}</em>
    case 'link':
      return <LinkText href={node.href}>{inlinesOf(node.children, true)}</LinkText>
  }
}

// Parts of a fixed text never change places.
const inlinesOf = (nodes: Inline[], isInLink = false) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  nodes.map((node, index) => <Fragment key={index}>{inlineOf(node, isInLink)}</Fragment>)

// biome-ignore lint/suspicious/noArrayIndexKey: see above
const itemsOf = (items: Inline[][]) => items.map((item, index) => <li key={index}>{inlinesOf(item)}</li>)

const TAGS = { 2: 'h2', 3: 'h3', 4: 'h4' } as const

const BlockText = ({ block, level, anchor }: { block: Block; level: 2 | 3; anchor: string | undefined }) => {
  if (block.kind === 'list') {
    return block.isOrdered ? <ol start={block.start}>{itemsOf(block.items)}</ol> : <ul>{itemsOf(block.items)}</ul>
  }
  if (block.kind === 'paragraph') return <p>{inlinesOf(block.children)}</p>
  const Heading = TAGS[block.level === 2 ? level : level === 2 ? 3 : 4]
  return (
    <Heading id={anchor} tabIndex={anchor ? -1 : undefined}>
      {inlinesOf(block.children)}
    </Heading>
  )
}

/** A school's own Markdown text: without a library and never as HTML. */
export const TextBlocks = ({ text, level = 3, hasAnchors = false }: TextBlocksProps) => {
  const blocks = parseMarkdown(text)
  const anchors = hasAnchors ? headingAnchors(blocks) : []
  let headings = 0
  return blocks.map((block, index) => {
    const anchor = block.kind === 'heading' ? anchors[headings++]?.anchor : undefined
    // biome-ignore lint/suspicious/noArrayIndexKey: see above
    return <BlockText key={index} block={block} level={level} anchor={anchor} />
  })
}
