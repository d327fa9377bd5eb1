import { z } from 'zod'
import { Email } from '#contract/formats.ts'
import { areSame, DIFFERENCE, newPasswordFields } from './password-rules.ts'

// The pages for visitors load these schemas with the first submit, the calls in `account.ts` at once (ADR 0040).

export const LoginForm = z.object({
  email: Email,
  password: z.string().min(1).max(1000),
  remember: z.boolean().default(false),
})
export type LoginForm = z.output<typeof LoginForm>

export const ForgotPasswordForm = z.object({ email: Email })

/** The content of a link in a mail. */
export const LinkForm = z.object({ email: Email, token: z.string().min(1).max(100) })

export const ResetPasswordForm = z.object({ ...LinkForm.shape, ...newPasswordFields }).refine(areSame, DIFFERENCE)

export const ChangePasswordForm = z
  .object({ current_password: z.string().min(1).max(1000), ...newPasswordFields })
  .refine(areSame, DIFFERENCE)
