import { z } from 'zod'

// The login loads none of these (ADR 0040): it only hands on what browser and server say.

/** Bytes in base64url, at most so many characters of it. */
const bytes = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[A-Za-z0-9_-]+$/)

const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') }

/** A device's answer to a request to sign in (WebAuthn, `AuthenticationResponseJSON`). */
export const PasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    authenticatorData: bytes(4000),
    signature: bytes(4000),
    userHandle: bytes(100).optional(),
  }),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** A device's answer to a request for a new passkey (WebAuthn, `RegistrationResponseJSON`). */
export const NewPasskeyAnswer = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(4000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
export type NewPasskeyAnswer = z.output<typeof NewPasskeyAnswer>

/** What the browser hands to the device; the library in the browser knows its shape. */
export const PasskeyRequest = z.looseObject({ challenge: z.string() })

export const PasskeyName = z.object({ name: z.string().trim().min(1).max(60) })
