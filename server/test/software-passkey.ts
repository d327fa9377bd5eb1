import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { passkeyEndpoints } from '#contract/account/account.passkeys.ts'
import { TEST_PASSWORD, type TestVisitor } from './test-visitor.ts'

/** Bits of the authenticator data (WebAuthn §6.1). */
export const FLAGS = { present: 1, verified: 4, mayBeSynced: 8, isSynced: 16, hasKey: 64 }

/** What a test may forge; the rest is right. */
export interface Forgery {
  origin?: string
  host?: string
  type?: string
  challenge?: string
  flags?: number
  counter?: number
  /** Signs with this key instead. */
  signer?: KeyObject
}

const TEST_APP = new URL('http://localhost:3000')
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const text = (data: Uint8Array) => Buffer.from(data).toString('base64url')

const uint = (value: number, length: number) => {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** A security key made of software: its answers can be wrong in every field. */
export class SoftwarePasskey {
  readonly id = randomBytes(32)
  counter = 0
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly #app: URL

  constructor(app = TEST_APP) {
    this.#app = app
  }

  #client(challenge: string, type: string, forgery: Forgery) {
    const { origin = this.#app.origin } = forgery
    const client = { type: forgery.type ?? type, challenge: forgery.challenge ?? challenge, origin, crossOrigin: false }
    return Buffer.from(JSON.stringify(client))
  }

  #authenticator(flags: number, { host = this.#app.hostname, counter = this.counter, ...forgery }: Forgery) {
    return Buffer.concat([sha256(host), Buffer.from([forgery.flags ?? flags]), uint(counter, 4)])
  }

  #publicKey() {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    const key = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ])
    return isoCBOR.encode(key)
  }

  /** A right statement about the maker of this device (FIDO U2F), with its certificate. */
  statement(challenge: string, { cert, key }: { cert: string; key: string }) {
    const { x = '', y = '' } = this.#pair.publicKey.export({ format: 'jwk' })
    const signed = Buffer.concat([
      Buffer.from([0]),
      sha256(this.#app.hostname),
      sha256(this.#client(challenge, 'webauthn.create', {})),
      this.id,
      Buffer.from([4]),
      Buffer.from(x, 'base64url'),
      Buffer.from(y, 'base64url'),
    ])
    return new Map<string, unknown>([
      ['sig', new Uint8Array(sign('sha256', signed, key))],
      ['x5c', [new Uint8Array(new X509Certificate(cert).raw)]],
    ])
  }

  /** The answer to a request for a new passkey. */
  make(challenge: string, forgery: Forgery & { format?: string; statement?: Map<string, unknown>; id?: Buffer } = {}) {
    const id = forgery.id ?? this.id
    const flags = FLAGS.present | FLAGS.verified | FLAGS.hasKey
    const authData = Buffer.concat([
      this.#authenticator(flags, forgery),
      Buffer.alloc(16),
      uint(id.length, 2),
      id,
      this.#publicKey(),
    ])
    const { format = 'none', statement = new Map() } = forgery
    const attestation = new Map<string, unknown>([
      ['fmt', format],
      ['attStmt', statement],
      ['authData', new Uint8Array(authData)],
    ])
    return {
      id: text(id),
      rawId: text(id),
      type: 'public-key',
      response: {
        clientDataJSON: text(this.#client(challenge, 'webauthn.create', forgery)),
        attestationObject: text(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      },
    }
  }

  /** The answer to a request to sign in; the device counts unless told otherwise. */
  answer(challenge: string, forgery: Forgery = {}) {
    const client = this.#client(challenge, 'webauthn.get', forgery)
    const authenticatorData = this.#authenticator(FLAGS.present | FLAGS.verified, forgery)
    const signature = sign(
      'sha256',
      Buffer.concat([authenticatorData, sha256(client)]),
      forgery.signer ?? this.#pair.privateKey,
    )
    return {
      id: text(this.id),
      rawId: text(this.id),
      type: 'public-key',
      response: {
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(signature),
      },
    }
  }
}

const challengeOf = (reply: { json: () => { challenge: string } }) => reply.json().challenge

/** Adds a passkey to the account of this browser. */
export async function addPasskey(browser: TestVisitor, passkey = new SoftwarePasskey()) {
  const begun = await browser.call(passkeyEndpoints.begin, { body: { password: TEST_PASSWORD } })
  const added = await browser.call(passkeyEndpoints.add, { body: { answer: passkey.make(challengeOf(begun)) } })
  if (added.statusCode !== 200) throw new Error(`not added: ${added.body}`)
  return { passkey, recoveryCodes: added.json().recovery_codes as string[] }
}

/** Tries to sign in with a passkey. */
export async function logInWith(
  browser: TestVisitor,
  passkey: SoftwarePasskey,
  forgery: Forgery & { remember?: boolean } = {},
) {
  const challenge = challengeOf(await browser.call(passkeyEndpoints.beginLogin))
  const { remember = false, ...forged } = forgery
  return browser.call(passkeyEndpoints.login, { body: { answer: passkey.answer(challenge, forged), remember } })
}
