import { searchFold, spelled } from '#contract/search-fold.ts'
import { type HelpBlock, type HelpChapter, type HelpInline, leadOf, plainHelpText } from './parse-handbook.ts'

type Fold = (text: string) => string

const WORDS_MAX = 6

const wordsOf = (typed: string, fold: Fold) => fold(typed).split(' ').filter(Boolean).slice(0, WORDS_MAX)

/** „krankmelden“ also finds „Krankmeldung“, and „Zeugnisse“ finds „Zeugnis“. */
const stemOf = (word: string) => word.replace(/(?<=.{4})(?:ungen|ung|sen|se|en|er|es|e|n|s)$/, '')

/** What a search can find. */
interface Searched {
  /** What it is called: a heading, the bold words of an entry, a question. */
  lead: string
  text: string
  /** Words that only help to find it: the headings above. */
  above: string
  isHeading?: boolean
}

type Found<Place> = Place & {
  score: number
  /** How the words were compared. */
  fold: Fold
}

/** A word at the beginning of a text is most likely its subject. */
const BEGINNING = 40

/** „E-Mail“ is two words: letters that are nearly everywhere are looked for as whole words. */
const isTiny = (word: string) => word.length < 3

/** The beginning of a word counts more than its middle, and what a place is called counts most. */
const pointsOf = (word: string, { lead, text, above }: Pick<Searched, 'lead' | 'text' | 'above'>) => {
  const begins = isTiny(word) ? ` ${word} ` : ` ${word}`
  const stem = isTiny(word) ? begins : ` ${stemOf(word)}`
  const ways: readonly (readonly [boolean, number])[] = [
    [lead.includes(begins), 6],
    [lead.includes(stem), 5],
    [text.slice(0, BEGINNING).includes(begins), 4],
    [text.includes(begins), 3],
    [text.includes(stem) || (!isTiny(word) && text.includes(word)), 2],
    [above.includes(stem), 1],
  ]
  return ways.find(([fits]) => fits)?.[1] ?? 0
}

const HEADING_POINTS = 2

/** All words must be there, and not only in the headings above. */
const scoreOf = (place: Searched, words: readonly string[], fold: Fold) => {
  const folded = {
    lead: ` ${fold(place.lead)} `,
    text: ` ${fold(place.text)} `,
    above: ` ${fold(place.above)} `,
  }
  const points = words.map((word) => pointsOf(word, folded))
  if (points.includes(0) || !points.some((one) => one > 1)) return 0
  return points.reduce((sum, one) => sum + one, place.isHeading ? HEADING_POINTS : 0)
}

/**
 * Every place with all typed words, in any order; the best come first. „drucken“ is not „drücken“: only when nothing is
 * spelled like this, umlauts no longer count.
 */
export const rankPlaces = <Place extends Searched>(places: readonly Place[], typed: string): Found<Place>[] => {
  for (const fold of [spelled, searchFold]) {
    const words = wordsOf(typed, fold)
    const found = places
      .map((place) => ({ ...place, fold, score: scoreOf(place, words, fold) }))
      .filter(({ score }) => score > 0)
    if (found.length > 0) return found.sort((one, other) => other.score - one.score)
  }
  return []
}

/** A heading, a paragraph, an entry of a list or a row of a table. */
interface HelpPlace extends Searched {
  chapter: string
  section: string
  anchor: string
  /** What a hit shows: of a heading the text below it. */
  shown: string
}

export type HelpHit = Found<HelpPlace>

interface HelpLine {
  anchor: string
  children: readonly HelpInline[]
}

const separated = (cells: readonly HelpInline[][]): HelpInline[] =>
  cells.flatMap((cell, index) => (index === 0 ? cell : [{ kind: 'text' as const, text: ': ' }, ...cell]))

const linesOf = (block: HelpBlock): HelpLine[] => {
  switch (block.kind) {
    case 'list':
      return block.items
    case 'table':
      return block.rows.map(({ anchor, cells }) => ({ anchor, children: separated(cells) }))
    case 'paragraph':
      return [block]
    case 'heading':
    case 'picture':
      return []
  }
}

const textOf = (block: HelpBlock) => {
  const lines = linesOf(block).map(({ children }) => plainHelpText(children))
  const isNumbered = block.kind === 'list' && block.isOrdered
  return lines.map((line, index) => (isNumbered ? `${index + 1}. ${line}` : line)).join(' ')
}

const isHeading = (block: HelpBlock) => block.kind === 'heading'

/** What stands up to the next heading. */
const textUntilHeading = (blocks: readonly HelpBlock[]) => {
  const end = blocks.findIndex(isHeading)
  return (end < 0 ? blocks : blocks.slice(0, end)).map(textOf).filter(Boolean).join(' ')
}

const headingsText = (blocks: readonly HelpBlock[]) =>
  blocks.flatMap((block) => (block.kind === 'heading' ? [plainHelpText(block.children)] : [])).join(' · ')

/** The title of a chapter is a place, too: its beginning. */
const placesOf = ({ title, blocks }: HelpChapter): HelpPlace[] => {
  const beginning = headingsText(blocks) || textUntilHeading(blocks)
  const heading = { chapter: title, isHeading: true }
  const places: HelpPlace[] = [
    { ...heading, section: '', anchor: '', lead: title, text: title, above: '', shown: beginning },
  ]
  let section = ''
  for (const [index, block] of blocks.entries()) {
    if (block.kind === 'heading') {
      section = plainHelpText(block.children)
      const shown = textUntilHeading(blocks.slice(index + 1))
      places.push({ ...heading, section, anchor: block.anchor, lead: section, text: section, above: title, shown })
    }
    for (const { anchor, children } of linesOf(block)) {
      const text = plainHelpText(children)
      const above = `${title} ${section}`
      places.push({ chapter: title, section, anchor, lead: leadOf(children), text, above, shown: text })
    }
  }
  return places
}

const sectionOf = ({ chapter, section }: HelpPlace) => `${chapter} ${section}`

/** A heading with all words stands for what is below it. */
export const searchHandbook = (chapters: readonly HelpChapter[], typed: string): HelpHit[] => {
  const hits = rankPlaces(chapters.flatMap(placesOf), typed)
  const headings = new Set(hits.filter((hit) => hit.isHeading && hit.section !== '').map(sectionOf))
  return hits.filter((hit) => hit.isHeading || !headings.has(sectionOf(hit)))
}

/** The text in pieces, whole words that contain a searched word are hits. */
export const helpMarks = (text: string, typed: string, fold: Fold = spelled) => {
  const words = wordsOf(typed, fold)
  return text.split(/(\s+)/).map((part, index) => {
    const folded = fold(part)
    const isHit = words.some((word) =>
      isTiny(word) ? ` ${folded} `.includes(` ${word} `) : folded.includes(word) || folded.startsWith(stemOf(word)),
    )
    return { key: index, part, isHit }
  })
}

const EXCERPT_WORDS = 30
const WORDS_BEFORE = 8

/** About two lines of a place, around the first searched word. */
export const excerptOf = (text: string, typed: string, fold: Fold = spelled) => {
  const words = text.split(/\s+/)
  const first = helpMarks(words.join(' '), typed, fold).findIndex(({ isHit }) => isHit)
  const begin = Math.max(0, Math.min(Math.floor(first / 2) - WORDS_BEFORE, words.length - EXCERPT_WORDS))
  const shown = words.slice(begin, begin + EXCERPT_WORDS).join(' ')
  return `${begin > 0 ? '… ' : ''}${shown}${begin + EXCERPT_WORDS < words.length ? ' …' : ''}`
}
