import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LucideIcon } from 'lucide-react'
import type { ComponentPropsWithoutRef } from 'react'
import { linkTarget } from './link-target.ts'

interface IconButtonProps extends ButtonProps, Omit<ComponentPropsWithoutRef<'button'>, keyof ButtonProps> {
  icon: LucideIcon
  /** Leads to another page instead of doing something here. */
  to?: string
  /** The one main action of the page. */
  'data-primary'?: boolean | 'inline'
}

/** A button with its sign before the words; a quiet one, unless it is the main action of the page. */
export const IconButton = ({ icon: Icon, to, ...button }: IconButtonProps) => (
  <Button
    {...(button['data-primary'] ? {} : { variant: 'default' })}
    leftSection={<Icon size={20} aria-hidden />}
    {...(to && { renderRoot: (props) => <Link {...props} {...linkTarget(to)} /> })}
    {...button}
  />
)
