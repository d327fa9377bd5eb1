import type { ComponentType } from 'react'
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
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    title?: string
  }
}
