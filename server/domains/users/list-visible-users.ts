import type { User } from '#contract/users/users.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { invitationOf } from '#server/mail/invitation-state.ts'
import { type Actor, reachOf, seenSchoolsOf } from './account-reach.ts'
import { listUsers } from './users.queries.ts'

type Row = Awaited<ReturnType<typeof listUsers>>[number]

const flagsOf = ({ role, ...row }: Row) => ({
  isAdmin: role === 'admin',
  isSchoolAdmin: role === 'schooladmin',
  isSchooladmin: role === 'schooladmin',
  isTeacherLevel1: role === 'teacher_level_1',
  isViewer: role === 'viewer',
  may_view_sensitive: role === 'schooladmin' && row.may_view_sensitive,
  may_manage_users: role === 'schooladmin' && row.may_manage_users,
})

const markOf = ({ unreachable_since: since, unreachable_reason: reason }: Row): User['unreachable'] =>
  since !== null && reason !== null ? { since, reason } : null

/** The user list of spec §2, limited to what the viewer may see, by name. */
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
    has_passkey: row.has_passkey,
    links: row.links,
    usable_ways: {
      passkey: row.can_use_passkey,
      provider_ids: row.provider_ids,
      emergency: row.can_be_emergency,
    },
    invitation: invitationOf(row),
    unreachable: markOf(row),
    is_self: row.id === actor.id,
    reach: reachOf(actor, { id: row.id, role: row.role, school_ids: row.schools.map(({ id }) => id) }),
    version: row.version,
  }))
}
