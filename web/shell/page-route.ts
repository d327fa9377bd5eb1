import type { ComponentType } from 'react'
import type { BaseData } from '#contract/account/account.ts'
import type { Permission } from '#contract/permissions.ts'

export interface PageProps {
  /** The path's parameters as text, e.g. `id`. */
  params: Record<string, string>
}

interface PageModule {
  component: ComponentType<PageProps>
  /** Awaited before the page shows; an error leads to the error page, an `ApiFailure` 404 to 'Seite nicht gefunden'. */
  load?: (wish: PageProps & { search: URLSearchParams }) => Promise<unknown>
}

/** One line of `routes.tsx`. */
export interface PageRoute {
  /** Below `/app`, parameters as `$name`. */
  path: string
  /** The name of the page in links and menus; the page sets its own title. */
  title: string
  access: 'public' | 'auth'
  page: () => Promise<PageModule>
  /** The page needs an active school: without one it shows the choice of schools. */
  needsSchool?: true
  /** One of these is needed to see the page; the server checks again. */
  permissions?: readonly Permission[]
  /** The permission for showing links to a page that everybody may open but that refuses by itself. */
  offeredTo?: Permission
  /** Spec §2: Impressum and Datenschutz open as dialogs, so that what is typed here stays. */
  footerUseDialogs?: true
}

/** A module by the names of its page and of what the page waits for. */
export const pageIn =
  <Page extends string, Load extends string = never>(
    open: () => Promise<Record<Page, PageModule['component']> & Record<NoInfer<Load>, NonNullable<PageModule['load']>>>,
    page: Page,
    load?: Load,
  ): PageRoute['page'] =>
  async () => {
    const module = await open()
    return { component: module[page], ...(load && { load: module[load] }) }
  }

/** A page of the active school, for people with one of these permissions; none: for everybody who is signed in. */
export const ofSchool = (...permissions: Permission[]) =>
  ({ access: 'auth', needsSchool: true, ...(permissions.length > 0 && { permissions }) }) as const

/** Whether the school demands something of this login that is missing (security §0.10, ADR 0077). */
export const lacksAccess = (session: BaseData['session'] | undefined) =>
  session !== undefined && (session.lacked_way !== null || session.lacks_two_factor)

/** Why this person cannot see a page. */
export const obstacleOf = ({ needsSchool, permissions, offeredTo }: PageRoute, baseData: BaseData | false) => {
  const school = baseData ? baseData.school : null
  if (needsSchool && !school) return 'no school'
  if (baseData && lacksAccess(baseData.session) && (needsSchool || permissions || offeredTo)) return 'held back'
  const held = baseData ? baseData.permissions : []
  return permissions && !permissions.some((permission) => held.includes(permission)) ? 'no right' : undefined
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
    entry?: PageRoute
  }
}
