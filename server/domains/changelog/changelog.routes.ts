import { changelogEndpoints } from '#contract/changelog/changelog.ts'
import type { Routes } from '#server/http/route.ts'
import { readChangelog } from './read-changelog.ts'
import { readVersion } from './read-version.ts'

/** The running version and its changes. */
export function changelogRoutes({ route, routeFixed }: Routes) {
  routeFixed(changelogEndpoints.currentVersion, readVersion())

  const entries = readChangelog()
  route(changelogEndpoints.list, async () => entries)
}
