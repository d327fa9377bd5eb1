import type { ComboboxItem } from '@mantine/core'
import { type FocusEvent, type FormEvent, type KeyboardEvent, useState } from 'react'
import { keepEnter } from './keep-enter.ts'
import { findMeant, isFound, type SearchAliases } from './typed-options.ts'
import { useUnknownText } from './use-unknown-text.ts'

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
