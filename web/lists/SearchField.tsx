import { ActionIcon, TextInput } from '@mantine/core'
import { Search, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { usePageKeys } from '#web/ui/use-page-keys.ts'
import classes from './list-tools.module.css'

const SEARCH_DELAY_MS = 150

interface SearchFieldProps {
  label: string
  placeholder?: string
  value: string
  onSearch: (text: string) => void
}

/** Moves the focus from the search to its first hit. */
const focusFirstHit = (field: HTMLElement) => {
  const hit = field.closest('section')?.querySelector<HTMLElement>('a[data-row-link]')
  hit?.focus()
  return hit !== undefined && hit !== null
}

/** A search that answers while typing; ↓ leads to the first hit, Escape and the cross empty it. */
export const SearchField = ({ label, placeholder, value, onSearch }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // The address changed by itself (back, a shared link, a reset): the field shows its search and not the typed text.
  if (value !== known) {
    setKnown(value)
    if (value !== typed.trim()) setTyped(value)
  }
  const field = useRef<HTMLInputElement>(null)
  usePageKeys({ '/': () => field.current?.focus() })
  useEffect(() => () => clearTimeout(timer.current), [])

  const search = (text: string, delay: number) => {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => onSearch(text.trim()), delay)
  }

  return (
    <TextInput
      ref={field}
      size="sm"
      classNames={{ input: classes.input ?? '' }}
      aria-keyshortcuts="/"
      type="search"
      role="searchbox"
      aria-label={label}
      placeholder={placeholder ?? label}
      value={typed}
      onChange={(event) => search(event.currentTarget.value, SEARCH_DELAY_MS)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(typed, 0)
        if (event.key === 'Escape') search('', 0)
        if (event.key === 'ArrowDown' && focusFirstHit(event.currentTarget)) event.preventDefault()
      }}
      leftSection={<Search size={20} aria-hidden />}
      rightSection={
        typed && (
          <ActionIcon aria-label="Suche leeren" onClick={() => search('', 0)}>
            <X size={20} aria-hidden />
          </ActionIcon>
        )
      }
    />
  )
}
