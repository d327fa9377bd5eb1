import { useEffect } from 'react'
import type { User } from '#contract/users/users.ts'
import { refreshUsers } from './user-actions.tsx'

const POLL_MS = 3000
const MOST_POLLS = 20

/** While an invitation waits to be sent the list is read again, for a minute at most: then no mail server answers. */
export const useQueuedInvitations = (users: readonly User[] | undefined) => {
  const waiting = users?.filter(({ invitation }) => invitation.state === 'queued').map(({ id }) => id)
  const key = waiting?.join() ?? ''
  useEffect(() => {
    if (key === '') return
    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls >= MOST_POLLS) clearInterval(timer)
      void refreshUsers()
    }, POLL_MS)
    return () => clearInterval(timer)
  }, [key])
}
