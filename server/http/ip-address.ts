import { isIP, isIPv4 } from 'node:net'

const plainAddress = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** The eight groups of an IPv6 address, written out. */
const groupsOf = (address: string) => {
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? []
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const missing = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...missing, ...right].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** IPv4 /24, IPv6 /48: enough to tell places apart, but not people (domain §1.12). */
export function truncateAddress(address: string) {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  return isIP(plain) ? `${groupsOf(plain).slice(0, 3).join(':')}::/48` : 'unknown'
}

/** The unit that limits count: an IPv4 address, or the /64 that the IPv6 addresses of one household share. */
export function householdOf(address: string) {
  const plain = plainAddress(address)
  if (isIPv4(plain)) return plain
  return isIP(plain) ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : 'unknown'
}
