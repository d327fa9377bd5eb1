import { ActionIcon, Group, Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { Link, useNavigate } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { linkTarget } from './link-target.ts'
import { areSingleKeysOn } from './single-keys.ts'
import { isOverlayOpen } from './use-page-keys.ts'

interface NeighbourLinksProps {
  /** The kind of record, in accusative: 'Bewerbung'. */
  noun: string
  previous: string | undefined
  next: string | undefined
  /** Counted from 1. */
  position: number | undefined
  total: number | undefined
  /** What is counted, where the page does not say it: 'in 3a'. */
  place?: string | undefined
  /** Also by Alt+← and Alt+→, because single keys may be switched off (ux §3.4). */
  hasAltKeys?: boolean
  /** Called when ← or → is pressed at the end of the list. */
  onFirst?: () => void
  onLast?: () => void
}

/** While the list is still read: the links keep their place, so that the title does not move when they come. */
export const NO_WAY_YET = { previous: undefined, next: undefined, position: undefined, total: undefined }

/** Elements that use the arrow keys themselves. */
const ARROWS_IN_USE = ['INPUT', 'TEXTAREA', 'SELECT']
const isBusyWithArrows = () =>
  document.activeElement?.closest('[role="menu"], [role="dialog"], [role="radiogroup"], [aria-haspopup="menu"]')

/** Links from one record to the one before or after it in its list, also by ← and →. */
export const NeighbourLinks = (props: NeighbourLinksProps) => {
  const { noun, previous, next, position, total, place, hasAltKeys = false, onFirst, onLast } = props
  const navigate = useNavigate()
  const go = (path: string | undefined, onEnd: (() => void) | undefined) => {
    if (!areSingleKeysOn() || isBusyWithArrows()) return
    if (path) void navigate(linkTarget(path))
    else onEnd?.()
  }
  useHotkeys(
    [
      ['ArrowLeft', () => go(previous, onFirst), { preventDefault: false }],
      ['ArrowRight', () => go(next, onLast), { preventDefault: false }],
    ],
    ARROWS_IN_USE,
  )
  const goByAlt = (event: KeyboardEvent, path: string | undefined) => {
    if (!hasAltKeys || !path || isOverlayOpen()) return
    event.preventDefault()
    void navigate(linkTarget(path))
  }
  useHotkeys(
    [
      ['alt+ArrowLeft', (event) => goByAlt(event, previous), { preventDefault: false }],
      ['alt+ArrowRight', (event) => goByAlt(event, next), { preventDefault: false }],
    ],
    ARROWS_IN_USE,
  )
  const steps = [
    { name: `Vorige ${noun}`, to: previous, icon: ChevronLeft },
    { name: `Nächste ${noun}`, to: next, icon: ChevronRight },
  ]
  return (
    <Group component="nav" aria-label="Blättern" gap={4} className="sh-screen-only">
      {position !== undefined && (
        <Text size="sm" c="dimmed" className="sh-figures sh-not-on-phones">
          {position} von {total} {place}
        </Text>
      )}
      {steps.map(({ name, to, icon: Icon }) =>
        to ? (
          <ActionIcon
            key={name}
            aria-label={name}
            variant="default"
            renderRoot={(props) => <Link {...props} {...linkTarget(to)} />}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ) : (
          // A phone has no room for a way that leads nowhere; until the list is read, nothing moves.
          <ActionIcon
            key={name}
            aria-label={name}
            disabled
            {...(position !== undefined && { className: 'sh-not-on-phones' })}
          >
            <Icon size={20} aria-hidden />
          </ActionIcon>
        ),
      )}
    </Group>
  )
}
