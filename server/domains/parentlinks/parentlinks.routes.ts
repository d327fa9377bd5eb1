import { parentLinkEndpoints } from '#contract/parentlinks/parentlinks.ts'
import type { Platform } from '#server/http/platform.ts'
import type { Routes } from '#server/http/route.ts'
import { readLink, renewLink } from './read-link.ts'

/** The links under which parents reach their child's public page. */
export function parentLinkRoutes({ route }: Routes, platform: Platform) {
  route(parentLinkEndpoints.get, ({ tx, viewer, today, params }) =>
    readLink(tx, platform, { id: params.id, viewer, today }),
  )

  route(parentLinkEndpoints.rotate, ({ tx, viewer, today, now, params }) =>
    renewLink(tx, platform, { id: params.id, viewer, today, now }),
  )
}
