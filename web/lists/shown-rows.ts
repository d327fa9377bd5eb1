import { searchFold } from '#contract/search-fold.ts'

/** Answers whether each word of the search begins a word of one of the texts; umlauts and accents do not matter. */
export const searchTest = (search: string) => {
  const words = searchFold(search).split(' ').filter(Boolean)
  return (texts: readonly string[]) => {
    const text = texts.map((one) => ` ${searchFold(one)}`).join('')
    return words.every((word) => text.includes(` ${word}`))
  }
}

/** A mail address as a search may name it: as a whole, and its parts as words. */
export const mailTexts = (mail: string) => [mail, mail.replace(/[^\p{L}\p{Nd}]+/gu, ' ')]

type Compare<Row> = (a: Row, b: Row) => number

interface RowOrder<Row> {
  /** The key of a column, as the address says it; downwards with `-`. */
  sort: string
  /** How a column is ordered, by its key; an unknown key orders as `tie` does. */
  compareBy?: Record<string, Compare<Row>>
  /** The order of rows that are alike; it does not turn round. */
  tie: Compare<Row>
}

/** The rows in the order that the address asks for. */
export const sortedRows = <Row>(rows: readonly Row[], { sort, compareBy = {}, tie }: RowOrder<Row>) => {
  const compare = compareBy[sort.replace(/^-/, '')] ?? tie
  const sign = sort.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => sign * compare(a, b) || tie(a, b))
}
