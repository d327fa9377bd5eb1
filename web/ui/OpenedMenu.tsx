import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { MenuButton } from './OnDemandMenu.tsx'

interface OpenedMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  button: MenuButton
  children: ReactNode
}

/** The menu of an `OnDemandMenu`: takes over its button with the focus and opens. */
export const OpenedMenu = ({ button, children, ...look }: OpenedMenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  // Opened after the first render: only then does the kit remember where the focus goes back to.
  useEffect(() => setOpen(true), [])
  return (
    <Menu opened={isOpen} onChange={setOpen} {...look}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
