import type { User } from '#contract/users/users.ts'

interface InvitedAccount {
  has_password: boolean
  /** The account came from a group of a service, signs in there and gets no invitation. */
  is_made_by_rule: boolean
  /** The state of the last invitation mail; null: there was none, or it was long ago. */
  invitation_mail: string | null
  /** The end of a link that still works. */
  link_expires_at: string | null
}

/** How far the invitation to set a password has come. */
export const invitationOf = ({
  has_password,
  is_made_by_rule,
  invitation_mail,
  link_expires_at,
}: InvitedAccount): User['invitation'] => {
  if (has_password || is_made_by_rule) return { state: 'none', expires_at: null }
  if (invitation_mail === 'queued' || invitation_mail === 'failed') return { state: invitation_mail, expires_at: null }
  return link_expires_at === null
    ? { state: 'expired', expires_at: null }
    : { state: 'sent', expires_at: link_expires_at }
}
