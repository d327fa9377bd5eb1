import { Menu, type MenuProps } from '@mantine/core'
import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useOpenState } from './use-opened.ts'

interface RowMenuProps extends Pick<MenuProps, 'position' | 'width'> {
  button: ReactElement<ComponentProps<'button'>>
  /** Drawn while the menu is open. */
  children: ReactNode
}

/** Takes over the button with the focus and opens. */
const OpenedMenu = ({ button, children, ...look }: RowMenuProps) => {
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

/** A menu in each row of a list: only its button is drawn until the first press, because hundreds of the kit's menus are slow. */
export const RowMenu = (props: RowMenuProps) => {
  const [isDrawn, setDrawn] = useState(false)
  if (isDrawn) return <OpenedMenu {...props} />
  return cloneElement(props.button, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onClick: () => setDrawn(true),
  })
}
