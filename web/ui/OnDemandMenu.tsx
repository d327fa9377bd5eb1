import { type ComponentProps, type ComponentType, cloneElement, type ReactElement, useState } from 'react'

export type MenuButton = ReactElement<ComponentProps<'button'>>

interface OnDemandMenuProps<P> {
  button: MenuButton
  /** Fetches the menu's code; it renders the button itself from then on (`OpenedMenu`). */
  load: () => Promise<ComponentType<P & { button: MenuButton }>>
  /** What the menu gets beside its button. */
  content: P
  /** What opens, for screen readers. */
  popup?: 'menu' | 'dialog'
}

/** A menu or calendar whose code comes when somebody is about to open it: half of a page's code for what few press (architecture §9). */
export const OnDemandMenu = <P extends object>({ button, load, content, popup = 'menu' }: OnDemandMenuProps<P>) => {
  const [Opened, setOpened] = useState<ComponentType<P & { button: MenuButton }>>()
  if (Opened) return <Opened {...content} button={button} />
  // Without a connection nothing opens; the next press tries again.
  const prefetch = () => void load().catch(() => {})
  const open = () =>
    void load().then(
      (menu) => setOpened(() => menu),
      () => {},
    )
  return cloneElement(button, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onPointerEnter: prefetch,
    onFocus: prefetch,
    onClick: open,
  })
}
