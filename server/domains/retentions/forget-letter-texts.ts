import { searchFold } from '#contract/search-fold.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { eraseLetterTexts, listAllLetterTexts } from '#server/domains/lettertexts/lettertexts.erasure.shared.queries.ts'
import type { Traces } from './traces.queries.ts'

const wordsOf = (text: string) =>
  searchFold(text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' '))
    .split(' ')
    .filter(Boolean)

/** Two names in a row: a last name alone is often a word, as in „im Winter“. */
const namesSomebody = (words: readonly string[], names: ReadonlySet<string>) =>
  words.some((word, at) => names.has(word) && names.has(words[at + 1] ?? ''))

/** Deletes kept texts of letters that name somebody who is erased, by first and last name or by an address. */
export async function forgetLetterTextsNaming(tx: SchoolTransaction, { names, marks }: Traces) {
  const parts = new Set(names.flatMap(wordsOf))
  const isNaming = (text: string) =>
    namesSomebody(wordsOf(text), parts) || marks.some((mark) => text.toLowerCase().includes(mark.toLowerCase()))
  const found = (await listAllLetterTexts(tx)).filter(({ name, subject, body, enclosures }) =>
    [name, subject, body, enclosures ?? ''].some(isNaming),
  )
  await eraseLetterTexts(
    tx,
    found.map(({ id }) => id),
  )
}
