import { searchFold } from '#contract/search-fold.ts'
import { TASKS } from './palette-words.ts'

/** What is wanted of whom was found: „krank Winter“, „Telefonliste 3a“. */
export type PaletteVerb = { kind: 'sicknote' } | { kind: 'call' } | { kind: 'list'; title: string; list: string }

const LIST = /[?&]liste=([\w-]+)/

/** The lists that are printed for one class, by the first word of their task. */
const LISTS = TASKS.flatMap(({ text, to }) => {
  const list = LIST.exec(to)?.[1]
  const [title] = text.split(' ')
  return list && title ? [{ word: searchFold(title), verb: { kind: 'list', title, list } as const }] : []
})

const wordsOf = (kind: 'sicknote' | 'call', words: string) =>
  words.split(' ').map((word) => ({ word: searchFold(word), verb: { kind } as const }))

const VERBS: readonly { word: string; verb: PaletteVerb }[] = [
  ...wordsOf('sicknote', 'krankmeldung krankmelden fehlt abwesend'),
  ...wordsOf('call', 'anrufen telefonnummer'),
  ...LISTS,
]

/** Fewer letters could begin a name. */
const LETTERS_MIN = 4

const verbOf = (word: string) => {
  const folded = searchFold(word)
  return folded.length < LETTERS_MIN ? undefined : VERBS.find((one) => one.word.startsWith(folded))?.verb
}

/** The first word that says what is wanted, and the others, which say of whom; undefined without either. */
export const splitVerb = (typed: string) => {
  const words = typed.trim().split(/\s+/)
  const index = words.findIndex((word) => verbOf(word) !== undefined)
  const verb = verbOf(words[index] ?? '')
  const rest = words.filter((_, at) => at !== index).join(' ')
  return verb && rest ? { verb, rest } : undefined
}
