import { Menu, type MenuProps } from '@mantine/core'
import { cloneElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import type { MenuButton } from './OnDemandMenu.tsx'
import { useOpenState } from './use-opened.ts'

interface OpenedMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  button: MenuButton
  children: ReactNode
}

/** The menu of an `OnDemandMenu`: takes over its button with the focus and opens. */
export const OpenedMenu = ({ button, children, ...look }: OpenedMenuProps) => {
  const [isOpen, setOpen] = useOpenState()
  const target = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => target.current?.focus({ preventScroll: true }), [])
  return (
    <Menu opened={isOpen} onChange={setOpen} {...look}>
      <Menu.Target>{cloneElement(button, { ref: target })}</Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  )
}
