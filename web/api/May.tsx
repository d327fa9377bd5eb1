import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { useMay } from './base-data.ts'

interface MayProps {
  /** A permission, or several, of which one is enough. */
  do: Permission | readonly Permission[]
  children: ReactNode
}

/** Shows its children to users with the permission: this is comfort only, the server decides. */
export const May = ({ do: permission, children }: MayProps) => (useMay()(permission) ? children : null)
