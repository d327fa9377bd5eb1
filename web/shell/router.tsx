import {
  createRootRoute,
  createRoute,
  createRouter,
  notFound,
  Outlet,
  redirect,
  useParams,
  useRouter,
} from '@tanstack/react-router'
import { type ComponentType, useEffect } from 'react'
import { loadBaseData, useBaseData } from '#web/api/base-data.ts'
import { ApiFailure, outlastBusyServer } from '#web/api/client.ts'
import { leadToLogin } from '#web/api/errors.ts'
import { BASE } from '#web/base-path.ts'
import { paths } from '#web/paths.ts'
import { LoadingText } from '#web/ui/LoadingText.tsx'
import { HeldBackPage } from './AccessStepCard.tsx'
import { AppShell } from './AppShell.tsx'
import { appHistory } from './app-history.ts'
import { ConnectionBanner } from './ConnectionBanner.tsx'
import { ErrorPage } from './ErrorPage.tsx'
import { NoRightPage } from './NoRightPage.tsx'
import { NoSchoolPage } from './NoSchoolPage.tsx'
import { NotFoundPage } from './NotFoundPage.tsx'
import { obstacleOf, type PageProps, type PageRoute } from './page-route.ts'
import { useArrival } from './use-arrival.ts'

const rootRoute = createRootRoute({
  // Spec §4: base data is loaded before every navigation, unless it is loaded already.
  beforeLoad: async () => ({ isLoggedIn: (await loadBaseData()) !== false }),
  component: () => (
    <AppShell>
      <Outlet />
    </AppShell>
  ),
  pendingComponent: () => (
    <>
      <ConnectionBanner />
      <main>
        <LoadingText />
      </main>
    </>
  ),
})

/** Spec §2: a record that does not exist for this person is a missing page. */
const refuseAsNotFound = (failure: unknown): never => {
  throw failure instanceof ApiFailure && failure.status === 404 ? notFound() : failure
}

/** Nobody is logged in any more: leads to the login, unless a logout or a refused call already leads elsewhere. */
const EndedSession = () => {
  const router = useRouter()
  useEffect(() => {
    if (router.state.status !== 'pending') leadToLogin()
  }, [router])
  return <LoadingText />
}

/** The page of a route: its module is loaded once the loader has run. */
const pageOf = (entry: PageRoute) => {
  let Page: ComponentType<PageProps> = LoadingText
  const Component = () => {
    useArrival()
    const params = useParams({ strict: false }) as Record<string, string>
    const baseData = useBaseData()
    if (!baseData && entry.access === 'auth') return <EndedSession />
    const obstacle = obstacleOf(entry, baseData)
    if (obstacle === 'no school') return <NoSchoolPage />
    const [permission] = entry.permissions ?? []
    if (obstacle === 'held back') return <HeldBackPage title={entry.title} />
    if (obstacle === 'no right' && permission) return <NoRightPage title={entry.title} permission={permission} />
    return <Page params={params} />
  }
  const load = async (wish: PageProps & { search: URLSearchParams }) => {
    const { component, load: loadPage } = await entry.page()
    Page = component
    if (!obstacleOf(entry, await loadBaseData())) await loadPage?.(wish).catch(refuseAsNotFound)
  }
  return { Component, load }
}

const routeOf = (entry: PageRoute) => {
  const { path, access } = entry
  const { Component, load } = pageOf(entry)
  return createRoute({
    getParentRoute: () => rootRoute,
    path,
    component: Component,
    staticData: { title: entry.title, entry },
    beforeLoad: ({ context, location }) => {
      if (access === 'auth' && !context.isLoggedIn) {
        throw redirect({ to: paths.login, search: { redirect: location.href } })
      }
    },
    loader: ({ params, location }) =>
      load({ params: params as Record<string, string>, search: new URLSearchParams(location.searchStr) }),
  })
}

/** Query values stay text: the router's own JSON would turn `?search=007` into 7. */
const parseSearch = (search: string) => Object.fromEntries(new URLSearchParams(search))

const stringifySearch = (search: Record<string, unknown>) => {
  const given = Object.entries(search).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]))
  return given.length > 0 ? `?${new URLSearchParams(given)}` : ''
}

export const createAppRouter = (routes: readonly PageRoute[]) => {
  outlastBusyServer()
  return createRouter({
    routeTree: rootRoute.addChildren(routes.map(routeOf)),
    basepath: BASE,
    history: appHistory,
    parseSearch,
    stringifySearch,
    defaultPendingMs: 200,
    // The router would show the loading text for half a second, even when the page is there after 210 ms.
    defaultPendingMinMs: 0,
    defaultPendingComponent: LoadingText,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
  })
}
