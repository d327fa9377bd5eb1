import { createBrowserHistory } from '@tanstack/react-router'
import { BASE } from '#web/base-path.ts'

/** The router's history, in a separate module: failures outside of React must be able to lead to the login, too. */
export const appHistory = createBrowserHistory()

/** The present path as the router sees it: without `/app`, with query and hash. */
export const currentPath = () => appHistory.location.href.replace(new RegExp(`^${BASE}(?=/|$)`), '') || '/'

/** Goes to a path of the app (as from `paths`) outside of React. */
export const goTo = (path: string) => appHistory.push(BASE + path)

/** To the login after the end of a session: nobody is asked about unsaved input, because staying is not possible. */
export const goToLogin = (path: string) =>
  appHistory.push(BASE + path, { hasSessionEnded: true }, { ignoreBlocker: true })
