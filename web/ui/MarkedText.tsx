import { searchFold, searchWords } from '#contract/search-fold.ts'
import classes from './texts.module.css'

interface MarkedPart {
  /** The position of the part in the text. */
  start: number
  part: string
  isHit: boolean
}

/** Positions in folded text where the word is found: like the server, only at the start of words. */
const hitsOf = (folded: string, word: string) => {
  const hits: number[] = []
  for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + 1)) {
    if (at === 0 || folded[at - 1] === ' ') hits.push(at)
  }
  return hits
}

/** The second letter of ä written as ae belongs to the first. */
const withUmlaut = (text: string, lengths: readonly number[], end: number) =>
  text[end]?.toLowerCase() === 'e' && lengths[end] === lengths[end + 1] ? end + 1 : end

/** Cuts a text into found parts and the rest; „mueller“ marks „Müller“ because both fold to the same. */
export const markedParts = (text: string, search: string): MarkedPart[] => {
  // The length of the folded text after each character: ß becomes two letters, ae one.
  const lengths = Array.from({ length: text.length + 1 }, (_, end) => searchFold(text.slice(0, end)).length)
  const folded = searchFold(text)
  const isMarked = new Array<boolean>(text.length).fill(false)
  for (const word of searchWords(search)) {
    for (const hit of hitsOf(folded, word)) {
      const start = lengths.findLastIndex((length) => length <= hit)
      const end = lengths.findIndex((length) => length >= hit + word.length)
      isMarked.fill(true, start, end < 0 ? text.length : withUmlaut(text, lengths, end))
    }
  }
  const parts: MarkedPart[] = []
  for (const [start, isHit] of isMarked.entries()) {
    const [last, part] = [parts.at(-1), text[start] ?? '']
    if (last?.isHit === isHit) last.part += part
    else parts.push({ start, part, isHit })
  }
  return parts
}

/** A text with the searched words marked (ux §2). */
export const MarkedText = ({ text, search }: { text: string; search: string }) =>
  search
    ? markedParts(text, search).map(({ start, part, isHit }) =>
        isHit ? (
          <mark key={start} className={classes.hit}>
            {part}
          </mark>
        ) : (
          part
        ),
      )
    : text
