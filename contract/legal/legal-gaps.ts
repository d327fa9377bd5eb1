/** The texts that come with the product have this where only the operator knows what belongs there. */
const GAP = 'noch nicht eingetragen'

const hasGap = (line: string) => line.includes(GAP)
const isHeading = (block: string) => block.startsWith('#')
const levelOf = (heading: string) => /^#+/.exec(heading)?.[0].length ?? 0

interface Block {
  text: string
  isGone: boolean
}

const withoutGapLines = (block: string): Block => {
  const lines = block.split('\n')
  const left = lines.filter((line) => !hasGap(line))
  return { text: left.join('\n'), isGone: left.length === 0 }
}

/** The blocks below a heading, until the next one of its level or of a higher one. */
const sectionOf = (blocks: readonly Block[], index: number) => {
  const level = levelOf(blocks[index]?.text ?? '')
  const end = blocks.findIndex(({ text }, at) => at > index && isHeading(text) && levelOf(text) <= level)
  return blocks.slice(index + 1, end < 0 ? undefined : end)
}

/** A text as everybody reads it: without lines that nobody has filled in, and without the headings they leave empty. */
export const withoutGaps = (text: string) => {
  if (!hasGap(text)) return text
  const blocks = text.split(/\n{2,}/).map(withoutGapLines)
  // From the end, so that a heading above an empty heading is empty, too.
  for (const [index, block] of [...blocks.entries()].reverse()) {
    const section = isHeading(block.text) ? sectionOf(blocks, index) : []
    if (section.length > 0 && section.every(({ isGone }) => isGone)) block.isGone = true
  }
  return blocks
    .filter(({ isGone }) => !isGone)
    .map((block) => block.text)
    .join('\n\n')
}

/** What nobody has filled in, by the words before it: „Vertreten durch“. */
export const gapsOf = (text: string) =>
  text
    .split('\n')
    .filter(hasGap)
    .map((line) =>
      line
        .replace(/[*_]/g, '')
        .replace(GAP, '')
        .replace(/^[-\s]+|[:\s]+$/g, ''),
    )
