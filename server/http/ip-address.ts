import { isIPv4 } from 'node:net'

/** IPv4 /24, IPv6 /48: enough to tell places apart, not people (domain §1.12). */
export function truncateAddress(address: string) {
  const plain = address.replace(/^::ffff:/, '')
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`
  const [head = ''] = plain.split('::')
  return `${head.split(':').slice(0, 3).join(':')}::/48`
}
