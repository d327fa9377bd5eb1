import { vi } from 'vitest'

/** A browser with passkeys, whose device answers with this or refuses with the error of that name. */
export const plugInDevice = (outcome: 'answers' | DOMException['name'] = 'answers') => {
  const bytes = new Uint8Array([1, 2, 3]).buffer
  const answer = async () => {
    if (outcome !== 'answers') throw new DOMException('browser words', outcome)
    return {
      id: 'AQID',
      rawId: bytes,
      type: 'public-key',
      response: {
        clientDataJSON: bytes,
        authenticatorData: bytes,
        signature: bytes,
        attestationObject: bytes,
        getTransports: () => ['internal'],
      },
      getClientExtensionResults: () => ({}),
    }
  }
  vi.stubGlobal('isSecureContext', true)
  const credentialType = () => undefined
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(credentialType, { isConditionalMediationAvailable: async () => false }),
  )
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get: answer, create: answer } })
}

export const unplugDevice = () => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'credentials')
}

export const LOGIN_REQUEST = { challenge: 'AQID', rpId: 'localhost', allowCredentials: [] }

export const NEW_REQUEST = {
  challenge: 'AQID',
  rp: { id: 'localhost', name: 'Schulhof' },
  user: { id: 'AQID', name: 'leitung.fsw@example.org', displayName: 'Leitung' },
  pubKeyCredParams: [],
  excludeCredentials: [],
}
