import type { NewPasskeyAnswer, PasskeyAnswer } from '#contract/account/account.passkeys.forms.ts'
import { hmac, type SecretRing } from '#server/secret-keys.ts'

const NAME = 'Schulhof'
/** How long the browser waits for its user. */
const TIMEOUT_MS = 5 * 60 * 1000
/** The numbers of ES256, which nearly all devices can do, RS256 for older Windows, and EdDSA for some security keys. */
const ALGORITHMS = [-7, -257, -8]
/** WebAuthn allows no longer ids. */
const ID_BYTES_MAX = 1023

/** Loaded at its first use (ADR 0078). */
const library = () => import('@simplewebauthn/server')

const hostOf = (appUrl: string) => new URL(appUrl).hostname

const expectations = (appUrl: string, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: new URL(appUrl).origin,
  expectedRPID: hostOf(appUrl),
  requireUserVerification: true,
})

const textOf = (bytes: Buffer) => bytes.toString('base64url')

/** A passkey as requests to the browser name it. */
interface KnownPasskey {
  credential_id: Buffer
  transports: string[]
}

const descriptorOf = ({ credential_id, transports }: KnownPasskey) => ({ id: textOf(credential_id), transports })

interface NewOwner {
  id: number
  name: string
  email: string
}

/** Asks the browser for a new passkey, on a device that has none of this account yet. */
export const newPasskeyRequest = async (
  { appUrl, keys }: { appUrl: string; keys: SecretRing },
  { id, name, email }: NewOwner,
  known: readonly KnownPasskey[],
) =>
  (await library()).generateRegistrationOptions({
    rpName: NAME,
    rpID: hostOf(appUrl),
    userName: email,
    userDisplayName: name,
    // Devices store it, so it must not be the account's number. Nothing is found by it: after a rotation of keys it is another.
    userID: new Uint8Array(hmac(keys, 'passkey user', String(id))),
    timeout: TIMEOUT_MS,
    attestationType: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: ALGORITHMS,
  })

/** Asks for any passkey of this installation, or for one of these. */
export const passkeyRequest = async (appUrl: string, known: readonly KnownPasskey[] = []) =>
  (await library()).generateAuthenticationOptions({
    rpID: hostOf(appUrl),
    timeout: TIMEOUT_MS,
    userVerification: 'required',
    allowCredentials: known.map(descriptorOf),
  })

/**
 * Statements about the maker of a device are not asked for. They carry certificates, and to check these the library may
 * fetch addresses that are written in them.
 */
const hasNoCertificate = async (attestationObject: string) => {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers')
  const statement = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const format = statement.get('fmt')
  return format === 'none' || (format === 'packed' && statement.get('attStmt').get('x5c') === undefined)
}

interface Expected<A> {
  answer: A
  challenge: string
}

async function readNewPasskey(appUrl: string, { answer, challenge }: Expected<NewPasskeyAnswer>) {
  const { attestationObject, transports = [] } = answer.response
  if (!(await hasNoCertificate(attestationObject))) return undefined
  const response = {
    ...answer,
    response: { clientDataJSON: answer.response.clientDataJSON, attestationObject },
    clientExtensionResults: {},
  }
  const { verifyRegistrationResponse } = await library()
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    ...expectations(appUrl, challenge),
    supportedAlgorithmIDs: ALGORITHMS,
  })
  if (!registrationInfo) return undefined
  const { credential, credentialBackedUp } = registrationInfo
  const credential_id = Buffer.from(credential.id, 'base64url')
  if (credential_id.length === 0 || credential_id.length > ID_BYTES_MAX) return undefined
  return {
    credential_id,
    public_key: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports,
    is_synced: credentialBackedUp,
  }
}

/** What is stored of a new passkey; undefined when the answer is not right. The library throws for whatever it refuses. */
export const checkNewPasskey = (appUrl: string, expected: Expected<NewPasskeyAnswer>) =>
  readNewPasskey(appUrl, expected).catch(() => undefined)

interface StoredPasskey {
  credential_id: Buffer
  public_key: Buffer
}

/**
 * The device's counter and whether the passkey is synced by now; undefined when the answer is not right. The counter is
 * compared by the caller: the library would do it before the signature, and then anybody could make a passkey look copied.
 */
export async function checkPasskeyAnswer(
  appUrl: string,
  { credential_id, public_key }: StoredPasskey,
  { answer, challenge }: Expected<PasskeyAnswer>,
) {
  const { userHandle: _, ...response } = answer.response
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...answer, response, clientExtensionResults: {} },
      ...expectations(appUrl, challenge),
      credential: { id: textOf(credential_id), publicKey: new Uint8Array(public_key), counter: 0 },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, is_synced: authenticationInfo.credentialBackedUp }
  } catch {
    return undefined
  }
}
