import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { NewPasskeyAnswer, PasskeyAnswer, PasskeyName, PasskeyRequest } from './account.passkeys.forms.ts'
import { PasswordProof } from './account.two-factor.ts'

export const PASSKEYS_MAX = 20

/** One answer for every reason, so that it says nothing about accounts and their keys. */
export const PASSKEY_REFUSED =
  'Diese Anmeldung mit Passkey hat nicht geklappt. Bitte versuchen Sie es noch einmal, oder melden Sie sich mit Ihrem Passwort an.'

const Passkey = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** Kept in a password manager and so on several devices. */
  is_synced: z.boolean(),
  /** There may be a copy of it, so it opens nothing any more. */
  is_locked: z.boolean(),
})
export type Passkey = z.output<typeof Passkey>

const PasskeyState = z.object({
  passkeys: z.array(Passkey),
  /** After the password a passkey is asked for. */
  is_asked: z.boolean(),
  /** The active school requires a second factor, and only a passkey is one here. */
  is_required: z.boolean(),
  /** Codes of an app are the second factor, too. */
  has_app: z.boolean(),
  recovery_codes_left: z.int(),
})
export type PasskeyState = z.output<typeof PasskeyState>

/** `recovery_codes`: new ones, shown only once; empty while the account has some. */
const PasskeyReply = MessageReply.extend({ recovery_codes: z.array(z.string()) })

export const passkeyEndpoints = {
  beginLogin: endpoint({
    method: 'POST',
    path: '/passkey-login/begin',
    access: 'public',
    response: PasskeyRequest,
    summary: 'Anmeldung mit Passkey beginnen: Anfrage an das Gerät',
  }),
  login: endpoint({
    method: 'POST',
    path: '/passkey-login',
    access: 'public',
    body: z.object({ answer: PasskeyAnswer, remember: z.boolean().default(false) }),
    response: MessageReply,
    summary: 'Mit Passkey anmelden',
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/passkeys',
    access: 'signed in',
    scope: 'installation',
    response: PasskeyState,
    summary: 'Eigene Passkeys',
  }),
  begin: endpoint({
    method: 'POST',
    path: '/user/passkeys',
    access: 'signed in',
    scope: 'installation',
    body: PasswordProof,
    response: PasskeyRequest,
    summary: 'Passkey hinzufügen: Anfrage an das Gerät',
  }),
  add: endpoint({
    method: 'PUT',
    path: '/user/passkeys',
    access: 'signed in',
    scope: 'installation',
    body: z.object({ answer: NewPasskeyAnswer }),
    response: PasskeyReply,
    summary: 'Passkey hinzufügen: Antwort des Geräts',
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/user/passkeys/:id',
    access: 'signed in',
    scope: 'installation',
    params: IdParam,
    body: PasskeyName,
    response: MessageReply,
    summary: 'Eigenen Passkey umbenennen',
  }),
  remove: endpoint({
    method: 'POST',
    path: '/user/passkeys/:id/remove',
    access: 'signed in',
    scope: 'installation',
    params: IdParam,
    body: PasswordProof,
    response: MessageReply,
    summary: 'Eigenen Passkey entfernen',
  }),
  ask: endpoint({
    method: 'PUT',
    path: '/user/two-factor/passkey',
    access: 'signed in',
    scope: 'installation',
    body: PasswordProof.extend({ is_asked: z.boolean() }),
    response: PasskeyReply,
    summary: 'Nach dem Passwort auch nach dem Passkey fragen, oder nicht mehr',
  }),
}
