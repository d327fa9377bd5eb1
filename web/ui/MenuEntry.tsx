import { Menu, type MenuItemProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import { linkTarget } from './link-target.ts'

interface MenuEntryProps extends Pick<MenuItemProps, 'hiddenFrom' | 'children'> {
  icon: LucideIcon
  onClick?: () => void
  /** Leads to another page. */
  to?: string
  /** Takes something away. */
  isNegative?: boolean
}

/** An entry of a menu with its sign before the words. */
export const MenuEntry = ({ icon: Icon, to, isNegative, ...item }: MenuEntryProps) => (
  <Menu.Item
    {...item}
    {...(isNegative && { c: 'var(--sh-negative)' })}
    leftSection={<Icon size={20} aria-hidden />}
    {...(to && { renderRoot: (props) => <Link {...props} {...linkTarget(to)} /> })}
  />
)
