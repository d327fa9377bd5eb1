import {
  type ComboboxData,
  type ComboboxItem,
  type ComboboxParsedItem,
  type ComboboxParsedItemGroup,
  getOptionsLockup,
  getParsedComboboxData,
  type OptionsFilter,
} from '@mantine/core'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useState } from 'react'
import { searchFold, searchWords } from '#contract/search-fold.ts'
import { useUnknownText } from './use-unknown-text.ts'

/** While a list of options is open Enter means the option, never the whole form: also before the first one is marked. */
const keepEnter = (event: KeyboardEvent<HTMLInputElement>) => {
  if (event.key === 'Enter' && event.currentTarget.getAttribute('aria-expanded') === 'true') event.preventDefault()
}

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

const isFound = (option: ComboboxItem, text: string, aliases: SearchAliases) =>
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
const findMeant = (options: readonly ComboboxItem[], text: string, aliases: SearchAliases) => {
  const whole = searchFold(text).trim()
  const isCalled = (option: ComboboxItem) => namesOf(option, aliases).some((name) => searchFold(name).trim() === whole)
  return (
    options.find(({ label }) => label === text.trim()) ??
    onlyOne(options.filter(isCalled)) ??
    onlyOne(options.filter((option) => isFound(option, text, aliases)))
  )
}

interface TypedTextOptions {
  /** What the field shows while nothing is being typed. */
  label: string
  /** The chosen value; another one ends what was being typed. */
  value: string
  options: readonly ComboboxItem[]
  aliases: SearchAliases
  take: (option: ComboboxItem) => void
  /** The text was deleted. */
  empty?: () => void
}

/**
 * The text of a typed choice. On leaving it becomes the option that it means without doubt; any other text stays in the
 * field and is refused, and its form is not sent. Escape brings back what was chosen.
 */
export const useTypedText = ({ label, value, options, aliases, take, empty }: TypedTextOptions) => {
  const [entry, setEntry] = useState<{ text: string; value: string; isRefused: boolean }>()
  const [isListOpen, setListOpen] = useState(false)
  const current = entry?.value === value ? entry : undefined
  const end = () => setEntry(undefined)
  const refuse = () => current && setEntry({ ...current, isRefused: true })
  const settle = () => {
    if (!current) return
    const meant = findMeant(options, current.text, aliases)
    if (current.text.trim() !== '' && !meant) return refuse()
    end()
    if (meant) take(meant)
    else empty?.()
  }
  const input = useUnknownText({ isThere: current !== undefined, isListOpen, refuse })
  return {
    /** Undefined: the label stands there. */
    typed: current?.text,
    isRefused: current?.isRefused ?? false,
    end,
    fieldProps: {
      ref: input,
      searchValue: current?.text ?? label,
      onDropdownOpen: () => setListOpen(true),
      onOptionSubmit: end,
      onInput: ({ currentTarget }: FormEvent<HTMLInputElement>) => {
        // Without the focus it is the browser that fills in; the kit looks the option up itself.
        if (document.activeElement !== currentTarget) return
        const text = currentTarget.value
        setEntry(text === label ? undefined : { text, value, isRefused: false })
      },
      onBlur: (_: FocusEvent<HTMLInputElement>) => settle(),
    },
    closeList: () => setListOpen(false),
    handleKey: (event: KeyboardEvent<HTMLInputElement>) => {
      keepEnter(event)
      if (!current) return
      if (event.key === 'Enter' && !options.some((option) => isFound(option, current.text, aliases))) settle()
      if (event.key !== 'Escape') return
      // The form or dialog around it stays.
      event.stopPropagation()
      end()
    },
  }
}
