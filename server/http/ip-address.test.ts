import { expect, test } from 'vitest'
import { householdOf, truncateAddress } from './ip-address.ts'

test.each([
  ['192.168.7.33', '192.168.7.33', '192.168.7.0/24'],
  ['::ffff:192.168.7.33', '192.168.7.33', '192.168.7.0/24'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:DB8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0:0::/64', '2001:db8:0::/48'],
  ['::1', '0:0:0:0::/64', '0:0:0::/48'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64', 'fe80:0:0::/48'],
  ['8.8.8.8:1234', 'unknown', 'unknown'],
  ['<script>', 'unknown', 'unknown'],
  ['x'.repeat(3000), 'unknown', 'unknown'],
])('%s is counted as %s and logged as %s', (address, household, truncated) => {
  expect([householdOf(address), truncateAddress(address)]).toEqual([household, truncated])
})
