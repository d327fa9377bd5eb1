import { ClipboardList, GraduationCap, House, LogOut, type LucideIcon } from 'lucide-react'
import type { BaseData } from '#contract/account.ts'
import type { Permission } from '#contract/permissions.ts'
import { paths } from '#web/paths.ts'

interface DrawerEntry {
  text: string
  to: string
  icon: LucideIcon
  /** One of them is enough; without, everybody who is logged in sees it. */
  permissions?: readonly Permission[]
  isOffered?: (baseData: BaseData) => boolean
  hasSeparator?: true
}

/** Spec §2, side drawer, in its order; an entry shows once its page stands in `routes.tsx`. */
export const DRAWER_ENTRIES: readonly DrawerEntry[] = [
  { text: 'Start', to: paths.home, icon: House },
  {
    text: 'Schülerinnen und Schüler',
    to: paths.pupils,
    icon: GraduationCap,
    permissions: ['view pupil', 'view attached pupil'],
  },
  {
    text: 'Bewerbungen',
    to: paths.registrations,
    icon: ClipboardList,
    permissions: ['manage pupil application'],
    isOffered: ({ school }) => school?.SCHOOL_REGISTRATION_SETTINGS.isActive === true,
  },
  { text: 'Abmelden', to: paths.logout, icon: LogOut, hasSeparator: true },
]

export const offeredEntries = (baseData: BaseData, hasPage: (path: string) => boolean) =>
  DRAWER_ENTRIES.filter(({ to, permissions, isOffered }) => {
    const isAllowed = !permissions || permissions.some((permission) => baseData.permissions.includes(permission))
    return hasPage(to) && isAllowed && (isOffered?.(baseData) ?? true)
  })
