import { Link } from '@tanstack/react-router'
import { createContext, use } from 'react'
import texts from '#web/ui/texts.module.css'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { helpTarget, pictureOf } from './handbook.ts'
import classes from './help.module.css'
import type { HelpBlock, HelpInline } from './parse-handbook.ts'
import { helpMarks } from './search-handbook.ts'

/** The words that were searched for, to be marked in the text. */
export const MarkedWords = createContext('')

export const MarkedHelpText = ({ text }: { text: string }) => {
  const words = use(MarkedWords)
  if (!words) return text
  return helpMarks(text, words).map(({ key, part, isHit }) =>
    isHit ? (
      <mark key={key} className={texts.hit}>
        {part}
      </mark>
    ) : (
      part
    ),
  )
}

const HelpLink = ({ href, children }: { href: string; children: HelpInline[] }) => {
  const target = helpTarget(href)
  if (!target) return <Inlines parts={children} />
  return 'address' in target ? (
    <a href={target.address} download>
      <Inlines parts={children} />
    </a>
  ) : (
    <Link to={target.path} hash={target.hash}>
      <Inlines parts={children} />
    </Link>
  )
}

const InlineText = ({ part }: { part: HelpInline }) => {
  switch (part.kind) {
    case 'text':
      return <MarkedHelpText text={part.text} />
    case 'key':
      return <kbd>{part.text}</kbd>
    case 'strong':
      return (
        <strong>
          <Inlines parts={part.children} />
        </strong>
      )
    case 'link':
      return <HelpLink href={part.href}>{part.children}</HelpLink>
  }
}

const Inlines = ({ parts }: { parts: readonly HelpInline[] }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a fixed text never change places
  parts.map((part, index) => <InlineText key={index} part={part} />)

type ListBlock = Extract<HelpBlock, { kind: 'list' }>
type TableBlock = Extract<HelpBlock, { kind: 'table' }>

const ListPart = ({ block: { isOrdered, items }, idOf }: { block: ListBlock; idOf: IdOf }) => {
  const List = isOrdered ? 'ol' : 'ul'
  return (
    <List>
      {items.map(({ anchor, children }) => (
        <li key={anchor} id={idOf(anchor)}>
          <Inlines parts={children} />
        </li>
      ))}
    </List>
  )
}

const TablePart = ({ block: { head, rows }, idOf }: { block: TableBlock; idOf: IdOf }) => (
  <table className={classes.table}>
    <thead>
      <tr>
        {head.map((cell, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a fixed text
          <th key={index} scope="col">
            <Inlines parts={cell} />
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map(({ anchor, cells }) => (
        <tr key={anchor} id={idOf(anchor)}>
          {cells.map((cell, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: columns of a fixed text
            <td key={index}>
              <Inlines parts={cell} />
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

type IdOf = (anchor: string) => string

/** The letters of a desk's picture are too small to read on a phone, which shows its own. */
const phonePictureOf = (file: string) => file.replace(/\.webp$/, '-handy.webp')

/** A picture of the program with its caption. A press shows it in full size. */
const PicturePart = ({ file, caption }: { file: string; caption: string }) => {
  const isNarrow = useNarrow()
  const picture = (isNarrow && pictureOf(phonePictureOf(file))) || pictureOf(file)
  if (!picture) return null
  return (
    <figure className={classes.picture}>
      <a href={picture.src} target="_blank" rel="noopener">
        <img
          {...picture}
          data-portrait={(picture.height ?? 0) > (picture.width ?? 0)}
          alt={`Bildschirmfoto: ${caption}`}
          decoding="async"
        />
      </a>
      <figcaption className="sh-quiet sh-small">{caption}</figcaption>
    </figure>
  )
}

const BlockPart = ({ block, level, idOf }: { block: HelpBlock; level: 2 | 3; idOf: IdOf }) => {
  switch (block.kind) {
    case 'list':
      return <ListPart block={block} idOf={idOf} />
    case 'table':
      return <TablePart block={block} idOf={idOf} />
    case 'picture':
      return <PicturePart {...block} />
    case 'paragraph':
      return (
        <p id={idOf(block.anchor)}>
          <Inlines parts={block.children} />
        </p>
      )
    case 'heading': {
      const Heading = level === 2 ? 'h2' : 'h3'
      return (
        <Heading id={idOf(block.anchor)} tabIndex={-1}>
          <Inlines parts={block.children} />
        </Heading>
      )
    }
  }
}

interface HelpTextCardProps {
  blocks: readonly HelpBlock[]
  /** The level of its headings. */
  level?: 2 | 3
  /** Where several chapters stand on one page, the ids of each begin with its own name. */
  prefix?: string
}

/** A chapter of the handbook as a text to read. */
export const HelpTextCard = ({ blocks, level = 2, prefix = '' }: HelpTextCardProps) => (
  <div className={classes.text}>
    {blocks.map((block, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks of a fixed text never change places
      <BlockPart key={index} block={block} level={level} idOf={(anchor) => prefix + anchor} />
    ))}
  </div>
)
