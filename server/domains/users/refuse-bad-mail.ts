import { MESSAGES } from '#contract/formats.ts'
import { USER_TEXTS } from '#contract/users/users.ts'
import { invalid } from '#server/http/api-error.ts'

/**
 * The message for the person who typed when a database constraint refuses: the address is taken, also when two calls
 * collide, or cannot be stored.
 */
const REFUSALS: Record<string, string> = {
  app_user_email_key: USER_TEXTS.emailTaken,
  app_user_email_check: MESSAGES.email,
}

/** 422 when `work` writes an account with an address that is taken or cannot be stored. */
export const refusingBadMail = async <T>(work: Promise<T>) => {
  try {
    return await work
  } catch (error) {
    const text = REFUSALS[String((error as { constraint?: string }).constraint)]
    throw text ? invalid({ email: [text] }) : error
  }
}
