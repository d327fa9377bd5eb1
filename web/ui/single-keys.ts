const KEY = 'schulhof-single-keys'

/** Whether shortcuts of one key work on this device; off for who dictates or trips over them (WCAG 2.1.4). */
export const areSingleKeysOn = () => {
  try {
    return localStorage.getItem(KEY) !== 'off'
  } catch {
    // A browser that keeps nothing for this site.
    return true
  }
}

export const setSingleKeys = (isOn: boolean) => {
  if (isOn) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
}
