import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

export const RECOVERY_CODE_COUNT = 10

const TwoFactorState = z.object({
  is_enabled: z.boolean(),
  enabled_at: Instant.nullable(),
  recovery_codes_left: z.int(),
  /** The active school requires it, so it cannot be switched off. */
  is_required: z.boolean(),
})

/** Each change asks for the password once more. */
export const PasswordProof = z.object({ password: z.string().min(1).max(1000) })

const SixDigits = z
  .string()
  .overwrite((code) => code.replace(/\s/g, ''))
  .min(1, { abort: true })
  .regex(/^\d{6}$/, 'Bitte die sechs Ziffern aus der App angeben.')

export const CodeForm = z.object({ code: SixDigits })

/** The second step of the login takes this instead of a code. */
export const RecoveryCodeForm = z.object({ recovery_code: z.string().trim().min(1).max(40) })

/** Each `XXXX-XXXX` is good for one login; they are shown once. */
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const twoFactorEndpoints = {
  state: endpoint({
    method: 'GET',
    path: '/user/two-factor',
    access: 'signed in',
    scope: 'installation',
    response: TwoFactorState,
    summary: 'Stand der Zwei-Faktor-Anmeldung',
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/two-factor',
    access: 'signed in',
    scope: 'installation',
    body: PasswordProof,
    /** `qr_svg`: the address as a QR code; `secret`: base32, for typing it in. */
    response: z.object({ secret: z.string(), otpauth_url: z.string(), qr_svg: z.string() }),
    summary: 'Zwei-Faktor-Anmeldung beginnen: Schlüssel für die App',
  }),
  confirm: endpoint({
    method: 'PUT',
    path: '/user/two-factor',
    access: 'signed in',
    scope: 'installation',
    body: CodeForm,
    response: RecoveryCodes,
    summary: 'Mit einem Code der App einschalten; nennt die Wiederherstellungscodes',
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/user/two-factor/recovery-codes',
    access: 'signed in',
    scope: 'installation',
    body: PasswordProof,
    response: RecoveryCodes,
    summary: 'Neue Wiederherstellungscodes; die alten gelten nicht mehr',
  }),
  disable: endpoint({
    method: 'POST',
    path: '/user/two-factor/disable',
    access: 'signed in',
    scope: 'installation',
    body: PasswordProof,
    response: MessageReply,
    summary: 'Zwei-Faktor-Anmeldung ausschalten',
  }),
}
