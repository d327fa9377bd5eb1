import { hasParentLink, PARENT_LINK_TEXTS, type ParentLink, parentLinkPath } from '#contract/parentlinks/parentlinks.ts'
import { logEvent } from '#server/db/log-event.ts'
import { logView } from '#server/db/log-view.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { qrSvg } from '#server/documents/qr.ts'
import { visiblePupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { conflict, notFound } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { renewLinks } from './parentlinks.queries.ts'
import { listLinks } from './parentlinks.shared.queries.ts'

interface LinkQuery {
  id: number
  viewer: SchoolViewer
  today: string
}

/**
 * Unknown pupils, deleted ones and those of another school get the same 404; a pupil who has left has no link any more.
 */
async function checkLinked(tx: SchoolTransaction, { id, viewer, today }: LinkQuery) {
  const pupil = await visiblePupils(tx, viewer, today)
    .select(['p.status', 'p.date_exit'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (!pupil) throw notFound()
  if (!hasParentLink(pupil, today)) throw conflict(PARENT_LINK_TEXTS.left)
}

const findLink = async (tx: SchoolTransaction, { keys, appUrl }: Platform, id: number): Promise<ParentLink> => {
  const link = (await listLinks(tx, keys, [id])).get(id)
  if (!link) throw notFound()
  const address = `${appUrl}${parentLinkPath(link.uuid)}`
  return { address, qr_svg: await qrSvg(address), created_at: link.created_at }
}

/** The log says who saw whose link, but never the link itself. */
export async function readLink(tx: SchoolTransaction, platform: Platform, query: LinkQuery) {
  await checkLinked(tx, query)
  await logEvent(tx, { action: 'pupil_link_viewed', entityType: 'pupil', entityId: query.id })
  await logView(tx, { kind: 'link', subject: 'pupil', ids: [query.id] })
  return findLink(tx, platform, query.id)
}

export async function renewLink(tx: SchoolTransaction, platform: Platform, query: LinkQuery & { now: Date }) {
  await checkLinked(tx, query)
  // A pupil without a link gets one first, so that there is one to renew.
  await listLinks(tx, platform.keys, [query.id])
  await renewLinks(tx, platform.keys, { ids: [query.id], at: query.now.toISOString() })
  await logEvent(tx, { action: 'uuid_rotated', entityType: 'pupil', entityId: query.id })
  return { ...(await findLink(tx, platform, query.id)), message: PARENT_LINK_TEXTS.rotated }
}
