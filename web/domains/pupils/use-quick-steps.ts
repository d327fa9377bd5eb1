import { useHotkeys } from '@mantine/hooks'
import { useState } from 'react'
import { paths } from '#web/paths.ts'
import { areSingleKeysOn } from '#web/ui/single-keys.ts'
import { topOverlay } from '#web/ui/use-page-keys.ts'

/** A button that leads to another child keeps the focus, so that it can be pressed again. */
export const isOnStep = () => document.activeElement?.hasAttribute('data-step') === true

/** The row that the dialog showed last takes the focus. */
export const focusRowOf = ({ id }: { id: number }) =>
  document.querySelector<HTMLElement>(`a[data-row-link][href$="${paths.pupil(id)}"]`)?.focus()

/** The shown child, and the way to the others of the list, also by ↑ and ↓. */
export const useQuickSteps = <Child extends { id: number }>(first: Child, list: readonly Child[] = []) => {
  const [child, setChild] = useState(first)
  const at = list.findIndex(({ id }) => id === child.id)
  const neighbour = (by: number) => (at < 0 ? undefined : list[at + by])
  const go = (by: number) => {
    const next = neighbour(by)
    if (next) setChild(next)
  }
  const press = (by: number) => {
    // What has the focus goes with the child it belongs to.
    if (neighbour(by) && !isOnStep()) (topOverlay() as HTMLElement | undefined)?.focus()
    go(by)
  }
  const hasKeys = list.length > 1 && areSingleKeysOn()
  useHotkeys(
    hasKeys
      ? [
          ['ArrowUp', () => press(-1)],
          ['ArrowDown', () => press(1)],
        ]
      : [],
  )
  return { child, neighbour, go }
}
