import {
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser'
import type { z } from 'zod'
import type { NewPasskeyAnswer, PasskeyAnswer, PasskeyRequest } from '#contract/account/account.passkeys.forms.ts'

type Request = z.output<typeof PasskeyRequest>

/** Texts that say what a user can do; the browser's own messages are English and about protocols. */
const TEXTS: Record<string, string> = {
  NotAllowedError: 'Der Vorgang wurde abgebrochen, oder es hat zu lange gedauert. Bitte versuchen Sie es noch einmal.',
  InvalidStateError: 'Auf diesem Gerät ist für Ihr Konto schon ein Passkey eingerichtet.',
  ConstraintError:
    'Dieses Gerät kann keinen Passkey anlegen. Es muss prüfen können, wer es benutzt, zum Beispiel mit Fingerabdruck, Gesicht oder PIN.',
  NotSupportedError: 'Dieses Gerät kann keinen passenden Passkey anlegen. Bitte nehmen Sie ein anderes.',
  SecurityError:
    'Unter dieser Adresse sind Passkeys nicht möglich. Bitte öffnen Sie Schulhof unter der üblichen Adresse mit https.',
}
const UNKNOWN = 'Das hat mit dem Passkey nicht geklappt. Bitte versuchen Sie es noch einmal.'

/** The device gave no answer; the message says why in German. */
export class DeviceFailure extends Error {
  constructor(cause: unknown) {
    const { name } = Object(cause) as { name?: string }
    super(TEXTS[name ?? ''] ?? UNKNOWN, { cause })
  }
}

const explained = <T>(answer: Promise<T>) =>
  answer.catch((cause: unknown) => {
    throw new DeviceFailure(cause)
  })

/** Waits for the answer of one of the passkeys; `isInField`: chosen in the menu of the field for the address. */
export const askForPasskey = (request: Request, { isInField = false } = {}): Promise<PasskeyAnswer> =>
  explained(
    startAuthentication({
      optionsJSON: request as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill: isInField,
    }),
  ) as Promise<PasskeyAnswer>

/** Waits until the device has made a passkey. */
export const makePasskey = (request: Request): Promise<NewPasskeyAnswer> =>
  explained(
    startRegistration({ optionsJSON: request as unknown as PublicKeyCredentialCreationOptionsJSON }),
  ) as Promise<NewPasskeyAnswer>

/** Tells the device that nobody waits for its answer any more. */
export const stopAsking = () => WebAuthnAbortService.cancelCeremony()
