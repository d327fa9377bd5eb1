import {
  type ComboboxData,
  type ComboboxItem,
  type ComboboxParsedItem,
  type ComboboxParsedItemGroup,
  getOptionsLockup,
  getParsedComboboxData,
  type OptionsFilter,
} from '@mantine/core'
import { searchFold, searchWords } from '#contract/search-fold.ts'

/** Further words that find an option, by its value; they are never shown. */
export type SearchAliases = Readonly<Record<string, readonly string[]>>

const namesOf = ({ value, label }: ComboboxItem, aliases: SearchAliases) => [label, ...(aliases[value] ?? [])]

const NOT_FOUND = 2

/** 0: begins with what was typed, 1: contains it. */
const rankOf = (names: readonly string[], text: string) => {
  const whole = searchFold(text).trim()
  const words = searchWords(text)
  const ranks = names.map(searchFold).map((name) => {
    if (whole === '' || !words.every((word) => name.includes(word))) return NOT_FOUND
    return name.startsWith(whole) ? 0 : 1
  })
  return Math.min(...ranks)
}

export const isFound = (option: ComboboxItem, text: string, aliases: SearchAliases) =>
  rankOf(namesOf(option, aliases), text) < NOT_FOUND

const isGroup = (option: ComboboxParsedItem<string>): option is ComboboxParsedItemGroup<string> => 'group' in option

/** The list under a typed choice: what begins with the text comes first, Turkei and Tuerkei find Türkei. */
export const filterTyped = (aliases: SearchAliases): OptionsFilter<string> => {
  const filter: OptionsFilter<string> = ({ options, search, limit }) => {
    if (search.trim() === '') return options.slice(0, limit)
    const groups = options.filter(isGroup).map(({ group, items }) => ({
      group,
      items: filter({ options: items, search, limit }) as typeof items,
    }))
    const items = options.filter((option): option is ComboboxItem => !isGroup(option))
    const ranked = items.map((item) => ({ item, rank: rankOf(namesOf(item, aliases), search) }))
    const found = ranked.filter(({ rank }) => rank < NOT_FOUND).sort((a, b) => a.rank - b.rank)
    return [...groups, ...found.map(({ item }) => item)].slice(0, limit)
  }
  return filter
}

/** Every option by its value, also of groups. */
export const optionsByValue = (data: ComboboxData<string> | undefined): Record<string, ComboboxItem> =>
  getOptionsLockup<string>(getParsedComboboxData<string>(data ?? []))

const onlyOne = <One>(found: readonly One[]) => (found.length === 1 ? found[0] : undefined)

/** The option that a text means without doubt: the one that is called so, else the only one found. */
export const findMeant = (options: readonly ComboboxItem[], text: string, aliases: SearchAliases) => {
  const whole = searchFold(text).trim()
  const isCalled = (option: ComboboxItem) => namesOf(option, aliases).some((name) => searchFold(name).trim() === whole)
  return (
    options.find(({ label }) => label === text.trim()) ??
    onlyOne(options.filter(isCalled)) ??
    onlyOne(options.filter((option) => isFound(option, text, aliases)))
  )
}
