import { USER_TEXTS, type UserChange } from '#contract/users/users.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import { provePassword } from '#server/domains/account/account.shared.ts'
import { invalid } from '#server/http/api-error.ts'

interface OwnChange {
  viewer: SchoolViewer
  id: number
  form: UserChange
}

/**
 * Whether the change moves the own address, for which the own password was given. Otherwise somebody who finds an open
 * browser could send the next link for a password elsewhere. 422 when it is missing or wrong.
 */
export async function proveOwnMove({ viewer, id, form }: OwnChange, tools: Parameters<typeof provePassword>[1]) {
  const { email, current_password: password } = form
  if (id !== viewer.user_id || email === undefined || email.toLowerCase() === viewer.email) return false
  const field = 'current_password'
  if (password === undefined) throw invalid({ [field]: [USER_TEXTS.ownPassword] })
  await provePassword({ userId: id, password, field }, tools)
  return true
}
