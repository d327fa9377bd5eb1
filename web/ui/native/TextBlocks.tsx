import { Fragment } from 'react'

const LIST_ITEM = /^[-*] +/
const HEADING = /^#{1,6} +/

/** `**bold**` becomes strong; every other sign stays as it is. */
const lineParts = (line: string) =>
  // Parts of a fixed text never change places.
  // biome-ignore lint/suspicious/noArrayIndexKey: see above
  line.split('**').map((part, index) => (index % 2 === 1 ? <strong key={index}>{part}</strong> : part))

const blockOf = (block: string) => {
  const lines = block.split('\n')
  if (HEADING.test(block)) return <h3>{lineParts(block.replace(HEADING, ''))}</h3>
  if (lines.every((line) => LIST_ITEM.test(line))) {
    return (
      <ul>
        {lines.map((line) => (
          <li key={line}>{lineParts(line.replace(LIST_ITEM, ''))}</li>
        ))}
      </ul>
    )
  }
  return (
    <p>
      {lines.map((line, index) => (
        <Fragment key={line}>
          {index > 0 && <br />}
          {lineParts(line)}
        </Fragment>
      ))}
    </p>
  )
}

/** A school's own text: headings, lists, paragraphs and bold of Markdown, without a library and never as HTML. */
export const TextBlocks = ({ text }: { text: string }) => (
  <>
    {text
      .trim()
      .split(/\n{2,}/)
      .filter(Boolean)
      .map((block) => (
        <Fragment key={block}>{blockOf(block.trim())}</Fragment>
      ))}
  </>
)
