import type { User } from '#contract/users.ts'
import type { SchoolTransaction } from '#server/db/in-school.ts'
import { type Actor, reachOf, seenSchoolsOf } from './account-reach.ts'
import { listUsers } from './users.queries.ts'

type Row = Awaited<ReturnType<typeof listUsers>>[number]

const invitationOf = ({ has_password, invitation_mail, link_expires_at }: Row): User['invitation'] => {
  if (has_password) return { state: 'none', expires_at: null }
  if (invitation_mail === 'queued' || invitation_mail === 'failed') return { state: invitation_mail, expires_at: null }
  return link_expires_at === null
    ? { state: 'expired', expires_at: null }
    : { state: 'sent', expires_at: link_expires_at }
}

const flagsOf = ({ role, ...row }: Row) => ({
  isAdmin: role === 'admin',
  isSchoolAdmin: role === 'schooladmin',
  isSchooladmin: role === 'schooladmin',
  isTeacherLevel1: role === 'teacher_level_1',
  isViewer: role === 'viewer',
  may_view_sensitive: role === 'schooladmin' && row.may_view_sensitive,
  may_manage_users: role === 'schooladmin' && row.may_manage_users,
})

/** The user list of spec §2 for who asks, by name. */
export async function listVisibleUsers(tx: SchoolTransaction, actor: Actor): Promise<User[]> {
  const rows = await listUsers(tx, seenSchoolsOf(actor))
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.role ? [row.role] : [],
    ...flagsOf(row),
    schools: row.schools,
    last_login_at: row.last_login_at,
    has_two_factor: row.has_two_factor,
    invitation: invitationOf(row),
    is_self: row.id === actor.id,
    reach: reachOf(actor, { id: row.id, role: row.role, school_ids: row.schools.map(({ id }) => id) }),
    version: row.version,
  }))
}
