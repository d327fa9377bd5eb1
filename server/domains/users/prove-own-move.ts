import { USER_TEXTS, type UserChange } from '#contract/users/users.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { invalid } from '#server/http/api-error.ts'

interface Proof {
  userId: number
  password: string
  /** Where the request's body holds it. */
  field: string
}

/** How the account domain asks for a password once more: 422 when it is wrong, 429 after too many. */
export type ProvePassword = (proof: Proof) => Promise<unknown>

interface Asked {
  viewer: SchoolViewer
  id: number
  form: UserChange
}

/**
 * Whether the change moves the own address, for which the own password was given. Else whoever finds an open browser
 * leads the next link to a password elsewhere. 422 when it is missing or wrong.
 */
export async function proveOwnMove({ viewer, id, form }: Asked, provePassword: ProvePassword) {
  const { email, current_password: password } = form
  if (id !== viewer.user_id || email === undefined || email.toLowerCase() === viewer.email) return false
  const field = 'current_password'
  if (password === undefined) throw invalid({ [field]: [USER_TEXTS.ownPassword] })
  await provePassword({ userId: id, password, field })
  return true
}
