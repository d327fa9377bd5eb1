import { searchFold, searchWords } from '#contract/search-fold.ts'
import { type HelpBlock, type HelpChapter, type HelpInline, plainHelpText } from './parse-handbook.ts'

/** A paragraph, an entry of a list or a row of a table, with the headings above it. */
interface HelpPlace {
  chapter: string
  section: string
  anchor: string
  text: string
}

export interface HelpHit extends HelpPlace {
  score: number
}

const linesOf = (block: HelpBlock): { anchor: string; children: readonly HelpInline[] }[] => {
  switch (block.kind) {
    case 'list':
      return block.items
    case 'table':
      return block.rows.map(({ anchor, cells }) => ({ anchor, children: separated(cells) }))
    case 'paragraph':
    case 'heading':
      return [block]
    case 'picture':
      return []
  }
}

const separated = (cells: readonly HelpInline[][]): HelpInline[] =>
  cells.flatMap((cell, index) => (index === 0 ? cell : [{ kind: 'text' as const, text: ': ' }, ...cell]))

/** The title of a chapter is a place, too: its beginning. */
const placesOf = ({ title, blocks }: HelpChapter): HelpPlace[] => {
  const places: HelpPlace[] = [{ chapter: title, section: '', anchor: '', text: title }]
  let section = ''
  for (const block of blocks) {
    if (block.kind === 'heading') section = plainHelpText(block.children)
    for (const { anchor, children } of linesOf(block)) {
      places.push({ chapter: title, section, anchor, text: plainHelpText(children) })
    }
  }
  return places
}

/** A word at the beginning of the text is most likely its subject; the beginning of a word counts more than its middle. */
const scoreOf = (place: HelpPlace, words: readonly string[]) => {
  const above = ` ${searchFold(`${place.chapter} ${place.section}`)}`
  const own = ` ${searchFold(place.text)}`
  const scores = words.map((word) => {
    if (own.slice(0, 40).includes(` ${word}`)) return 5
    if (own.includes(` ${word}`)) return 3
    if (own.includes(word)) return 2
    return above.includes(word) ? 1 : 0
  })
  const isFound = scores.every((score) => score > 0) && scores.some((score) => score > 1)
  return isFound ? scores.reduce<number>((sum, score) => sum + score, 0) : 0
}

/** Every place with all typed words, in any order and spelling; the best come first. */
export const searchHandbook = (chapters: readonly HelpChapter[], typed: string): HelpHit[] => {
  const words = searchWords(typed)
  if (words.length === 0) return []
  return chapters
    .flatMap(placesOf)
    .map((place) => ({ ...place, score: scoreOf(place, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
}

/** The text in pieces, whole words that contain a searched word are hits. */
export const helpMarks = (text: string, typed: string) => {
  const words = searchWords(typed)
  return text.split(/(\s+)/).map((part, index) => {
    const folded = searchFold(part)
    return { key: index, part, isHit: words.some((word) => folded.includes(word)) }
  })
}

const EXCERPT_WORDS = 30
const WORDS_BEFORE = 8

/** About two lines of a place, around the first searched word. */
export const excerptOf = (text: string, typed: string) => {
  const words = text.split(/\s+/)
  const first = helpMarks(words.join(' '), typed).findIndex(({ isHit }) => isHit)
  const begin = Math.max(0, Math.min(Math.floor(first / 2) - WORDS_BEFORE, words.length - EXCERPT_WORDS))
  const shown = words.slice(begin, begin + EXCERPT_WORDS).join(' ')
  return `${begin > 0 ? '… ' : ''}${shown}${begin + EXCERPT_WORDS < words.length ? ' …' : ''}`
}
