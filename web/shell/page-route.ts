import type { ComponentType } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import type { Permission } from '#contract/permissions.ts'

export interface PageProps {
  /** The path's parameters as text, e.g. `id`. */
  params: Record<string, string>
}

interface PageModule {
  component: ComponentType<PageProps>
  /** Awaited before the page shows; what it throws becomes the error page, an `ApiFailure` 404 'Seite nicht gefunden'. */
  load?: (wish: PageProps & { search: URLSearchParams }) => Promise<unknown>
}

/** One line of `routes.tsx`. */
export interface PageRoute {
  /** Below `/app`, parameters as `$name`. */
  path: string
  /** The page's name where others point to it; the page sets its own title. */
  title: string
  access: 'public' | 'auth'
  page: () => Promise<PageModule>
  /** Works inside the active school: without one the page shows the choice of schools instead. */
  needsSchool?: true
  /** One of these is needed to see the page; the server decides once more. */
  permissions?: readonly Permission[]
  /** Who gets the page offered, where everybody may open it but it refuses by itself. */
  offeredTo?: Permission
  /** Spec §2: Impressum and Datenschutz open as dialogs, so that what is typed here stays. */
  footerUseDialogs?: true
}

/** What stands in the way of a page for this person. */
export const obstacleOf = ({ needsSchool, permissions }: PageRoute, baseData: BaseData | false) => {
  const school = baseData ? baseData.school : null
  if (needsSchool && !school) return 'no school'
  const held = baseData ? baseData.permissions : []
  return permissions && !permissions.some((permission) => held.includes(permission)) ? 'no right' : undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    entry?: PageRoute
  }
}
