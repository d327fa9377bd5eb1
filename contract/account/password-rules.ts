import { z } from 'zod'

/** Any 8 characters or more; long sentences and umlauts are welcome. */
export const NewPassword = z.string().min(8).max(200)

export const PASSWORDS_DIFFER = 'Die beiden Passwörter stimmen nicht überein.'

/** The message for passwords from lists of common ones, or made of the person's own name or school (domain DP-15). */
export const COMMON_PASSWORD =
  'Dieses Passwort ist leicht zu erraten. Bitte wählen Sie ein anderes, gern einen ganzen Satz.'

/** Both fields of a new password; forms add their own fields to them. */
export const newPasswordFields = { password: NewPassword, password_confirmation: z.string().min(1).max(200) }

export const areSame = (form: { password: string; password_confirmation: string }) =>
  form.password === form.password_confirmation

export const DIFFERENCE = { path: ['password_confirmation'], message: PASSWORDS_DIFFER }
