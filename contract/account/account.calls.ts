// Without zod: the pages for visitors send these before any schema is loaded (ADR 0040).

/** Where visitors log in; `account.ts` and `account.passwords.ts` say the rest of each call. */
export const LOGIN = { method: 'POST', path: '/login' } as const
export const TWO_FACTOR_ANSWER = { method: 'POST', path: '/two-factor-challenge' } as const
export const PASSWORD_FORGOTTEN = { method: 'POST', path: '/forgot-password' } as const
/** The link is in the body, because addresses end up in logs. */
export const PASSWORD_LINK_CHECK = { method: 'POST', path: '/password-link' } as const
export const PASSWORD_RESET = { method: 'POST', path: '/reset-password' } as const

/** Instead of a wrong code when there is nothing left to answer: the page leads back to the login. */
export const CHALLENGE_OVER = 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich noch einmal an.'

/** Under `email`, for every link that does not work (any more). */
export const LINK_IS_OVER = 'Dieser Link ist abgelaufen oder wurde schon benutzt.'
