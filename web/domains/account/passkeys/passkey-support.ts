/** Whether this browser has passkeys here: only at https addresses and on localhost. */
export const hasPasskeys = () => window.isSecureContext && 'PublicKeyCredential' in window

/** Whether the browser offers passkeys in the menu of a field. */
export const offersPasskeysInField = async () =>
  hasPasskeys() && (await PublicKeyCredential.isConditionalMediationAvailable?.()) === true
