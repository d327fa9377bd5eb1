/** Whether this browser has passkeys here: only at https addresses and on localhost. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window

/** Loaded only once a passkey is really asked for: the login must stay small (ADR 0040). */
export const loadDevice = () => import('./ask-device.ts')

/** Why the device gave no answer, in German; undefined: something else went wrong. */
export const deviceMessage = (failure: unknown) =>
  loadDevice().then(
    ({ DeviceFailure }) => (failure instanceof DeviceFailure ? failure.message : undefined),
    () => undefined,
  )

/** Whether the browser offers passkeys in the menu of a field. */
export const offersPasskeysInField = async () =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
