import { expect, test } from 'vitest'
import { deviceOf, userAgentFamily } from './user-agent-family.ts'

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

test.each([
  [CHROME, 'Chrome'],
  [`${CHROME} Edg/140.0.0.0`, 'Edge'],
  [`${CHROME} OPR/120.0.0.0`, 'Opera'],
  ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36', 'Samsung Internet'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 Version/18.5 Mobile/15E148 Safari/604.1', 'Safari'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1', 'Chrome'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox'],
  ['curl/8.5.0', 'unbekannt'],
  ['', 'unbekannt'],
])('%s is %s', (userAgent, family) => {
  expect(userAgentFamily(userAgent)).toBe(family)
})

test.each([
  [CHROME, 'Chrome unter Windows'],
  ['Mozilla/5.0 (Linux; Android 15) SamsungBrowser/28.0 Mobile Safari/537.36', 'Samsung Internet unter Android'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Safari/604.1', 'Safari unter iPhone'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox unter macOS'],
  ['Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) Chrome/140.0.0.0 Safari/537.36', 'Chrome unter ChromeOS'],
  ['Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 HeadlessChrome/140', 'Linux'],
  ['Firefox/140.0', 'Firefox'],
  ['curl/8.5.0', 'Unbekanntes Gerät'],
])('%s is the device %s', (userAgent, device) => {
  expect(deviceOf(userAgent)).toBe(device)
})
