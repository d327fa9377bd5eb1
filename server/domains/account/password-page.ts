import { WELCOME } from '#contract/account/account.passwords.ts'

interface PasswordLink {
  token: string
  email: string
  /** The first link of somebody who was invited. */
  isWelcome?: boolean
}

/** The address of the page where the owner of a link sets a password. */
export const passwordPage = (appUrl: string, { token, email, isWelcome = false }: PasswordLink) => {
  // The address comes last: some mail programs add a slash, which the page takes off its end.
  const query = new URLSearchParams({ ...(isWelcome && { [WELCOME]: '1' }), email })
  return `${appUrl}/app/base/reset-password/${token}?${query}`
}
