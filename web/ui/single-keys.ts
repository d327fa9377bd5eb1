const KEY = 'schulhof-single-keys'

/**
 * Whether shortcuts of one key work on this device; people who dictate or press keys by accident switch them off (WCAG
 * 2.1.4).
 */
export const areSingleKeysOn = () => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    // The browser stores nothing for this site.
    return true
  }
}

export const setSingleKeys = (isOn: boolean) => {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}
