import { sessionEndpoints } from '#contract/account/account.sessions.ts'
import { logEvent } from '#server/db/log-event.ts'
import { notFound } from '#server/http/api-error.ts'
import type { Routes } from '#server/http/route.ts'
import { listSessions } from './account.sessions.queries.ts'
import { deleteSessions } from './account.shared.queries.ts'

/** The devices on which somebody is signed in. */
export function sessionRoutes({ route }: Routes) {
  route(sessionEndpoints.list, ({ tx, viewer, visitor }) =>
    listSessions(tx, viewer.user_id, visitor.sessionToken ?? ''),
  )

  route(sessionEndpoints.end, async ({ tx, viewer, visitor, params: { id } }) => {
    const sessions = await listSessions(tx, viewer.user_id, visitor.sessionToken ?? '')
    if ((await deleteSessions(tx, viewer.user_id, { id })) === 0) throw notFound()
    await logEvent(tx, { action: 'session_ended', entityType: 'user', entityId: viewer.user_id })
    if (sessions.find((session) => session.id === id)?.is_current) visitor.cookies.signOut()
    return { message: 'Das Gerät wurde abgemeldet.' }
  })

  route(sessionEndpoints.endAll, async ({ tx, viewer, visitor }) => {
    await deleteSessions(tx, viewer.user_id)
    await logEvent(tx, { action: 'sessions_ended', entityType: 'user', entityId: viewer.user_id })
    visitor.cookies.signOut()
    return { message: 'Sie sind auf allen Geräten abgemeldet.' }
  })
}
