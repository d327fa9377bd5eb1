import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { logEvent } from '#server/db/log-event.ts'
import { type Origin, openRequest } from '#server/db/open-request.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { ApiError } from './api-error.ts'
import type { Platform } from './platform.ts'
import { type Limit, MINUTE_SECONDS } from './rate-limit.ts'

/** How often the same refusal of an account is logged; more of them would only fill the log. */
const LOGGED_DENIALS: Limit = { name: 'loggedDenials', points: 20, seconds: 60 * MINUTE_SECONDS }
/** The same for all refusals of an account together, so that trying everything does not fill the log either. */
const ALL_DENIALS: Limit = { name: 'allDenials', points: 1000, seconds: 60 * MINUTE_SECONDS }

interface DeniedCall {
  endpoint: Pick<Endpoint, 'method' | 'path'>
  request: FastifyRequest
  origin(): Origin & { token: string | undefined }
}

/** The row for a refusal; undefined for one that needs none. */
const rowOf = ({ method, path }: DeniedCall['endpoint'], { status, attempt }: ApiError) => {
  if (attempt) return { action: attempt.action, entityType: 'user', entityId: attempt.userId }
  // The path of the contract has placeholders, so no ids and tokens.
  return status === 403 ? { action: 'access_denied', entityType: `${method} ${path}`, entityId: null } : undefined
}

/** A page asks for its parts by itself; while the school's demand holds somebody back (ADR 0077), that is no attempt. */
const isHeldBack = ({ method }: DeniedCall['endpoint'], { lacks_way, lacks_two_factor }: Viewer) =>
  method === 'GET' && (lacks_way || lacks_two_factor)

/**
 * Logs that a signed-in user called for something their rights do not allow (ASVS 16.3.2), in a separate transaction,
 * because the refused one is rolled back. A failure here never changes the answer.
 */
async function logDenial({ pool, limits }: Platform, { endpoint, request, origin }: DeniedCall, refusal: ApiError) {
  const row = rowOf(endpoint, refusal)
  if (!row) return
  try {
    await openRequest(pool, origin(), async (tx, viewer) => {
      if (!viewer || isHeldBack(endpoint, viewer)) return
      // Each refused call, and each account that somebody tried to reach, is counted separately in the log of each
      // school: a flood of one kind must not hide another.
      const key = [viewer.user_id, viewer.school_id, row.action, row.entityType, row.entityId].join(' ')
      await limits.spendIn(tx, { limit: LOGGED_DENIALS, key })
      await limits.spendIn(tx, { limit: ALL_DENIALS, key: String(viewer.user_id) })
      await logEvent(tx, { ...row, result: 'denied' })
    })
  } catch (error) {
    if (!(error instanceof ApiError)) request.log.warn({ route: endpoint.path }, 'a refusal could not be logged')
  }
}

/** Does the work and passes on its errors; a 403 and every attempt to gain rights is logged first. */
export async function loggingDenials<T>(platform: Platform, call: DeniedCall, work: () => Promise<T>) {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError) await logDenial(platform, call, error)
    throw error
  }
}
