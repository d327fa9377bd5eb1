/** The address of the page where the owner of a link sets a password. */
export const passwordPage = (appUrl: string, { token, email }: { token: string; email: string }) =>
  `${appUrl}/app/base/reset-password/${token}?${new URLSearchParams({ email })}`
