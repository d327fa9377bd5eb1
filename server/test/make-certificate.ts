import { generateKeyPairSync, sign } from 'node:crypto'

/** One value in DER: tag, length, content. */
const der = (tag: number, ...parts: Buffer[]) => {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const integer = (value: number) => der(0x02, Buffer.from([value]))
const identifier = (hex: string) => der(0x06, Buffer.from(hex, 'hex'))
/** 260131120000Z */
const time = (at: Date) => der(0x17, Buffer.from(`${at.toISOString().replaceAll(/[-:T]/g, '').slice(2, 14)}Z`))

const ECDSA_WITH_SHA256 = sequence(identifier('2a8648ce3d040302'))
const commonName = (name: string) => sequence(der(0x31, sequence(identifier('550403'), der(0x0c, Buffer.from(name)))))

const IS_AUTHORITY = der(
  0xa3,
  sequence(
    sequence(identifier('551d13'), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff]))))),
  ),
)

interface Authority {
  name: string
  /** PEM */
  key: string
}

/**
 * A certificate that ends at this time, as PEM with its key; made here because not every machine has openssl. It is
 * signed by the authority, or by itself.
 */
export function makeCertificate(name: string, end: Date, authority?: Authority) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const version = der(0xa0, integer(2))
  const validity = sequence(time(new Date(end.getTime() - 90 * 86_400_000)), time(end))
  const body = sequence(
    version,
    integer(authority ? 2 : 1),
    ECDSA_WITH_SHA256,
    commonName(authority?.name ?? name),
    validity,
    commonName(name),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(authority ? [] : [IS_AUTHORITY]),
  )
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, authority?.key ?? privateKey))
  const base64 = sequence(body, ECDSA_WITH_SHA256, signature).toString('base64').replaceAll(/.{64}/g, '$&\n')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
