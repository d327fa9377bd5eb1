import { UNKNOWN_DEVICE } from '#contract/account/account.sessions.ts'

/** The order matters: Edge also calls itself Chrome, and Chrome calls itself Safari. */
const FAMILIES: [string, RegExp][] = [
  ['Edge', /\bEdgA?(iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
]

/** The order matters: Android also calls itself Linux, and an iPhone says "like Mac OS X". */
const SYSTEMS: [string, RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\b(Macintosh|Mac OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const UNKNOWN = 'unbekannt'
const nameIn = (names: [string, RegExp][], userAgent: string) =>
  names.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? UNKNOWN

/** The family of the browser, without anything that identifies a person (domain §1.10). */
export const userAgentFamily = (userAgent: string) => nameIn(FAMILIES, userAgent)

/** For the list of devices: `Firefox unter Windows`, or the part of it that is known. */
export function deviceOf(userAgent: string) {
  const browser = userAgentFamily(userAgent)
  const system = nameIn(SYSTEMS, userAgent)
  if (browser === UNKNOWN && system === UNKNOWN) return UNKNOWN_DEVICE
  if (browser === UNKNOWN) return system
  return system === UNKNOWN ? browser : `${browser} unter ${system}`
}
