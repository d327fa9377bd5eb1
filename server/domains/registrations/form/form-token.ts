import { FILL_SECONDS_MIN } from '#contract/registrations/registrations.public-texts.ts'
import { hmac, isHmac, type SecretRing } from '#server/secret-keys.ts'

const PURPOSE = 'form token'
const VALID_HOURS = 24

const signedText = (short: string, issued: string) => `${short} ${issued}`

/** The time at which a form was delivered, signed for one school: issued.hmac. */
export const makeFormToken = (keys: SecretRing, short: string, now: Date) => {
  const issued = String(now.getTime())
  return `${issued}.${hmac(keys, PURPOSE, signedText(short, issued)).toString('base64url')}`
}

/** Whether a person could have filled in the form since then: after 10 seconds and within 24 hours (domain §2). */
export const isPlausibleFormToken = (
  keys: SecretRing,
  { short, token }: { short: string; token: string },
  now: Date,
) => {
  const [issued = '', mac = ''] = token.split('.')
  if (!isHmac(keys, { purpose: PURPOSE, text: signedText(short, issued), mac: Buffer.from(mac, 'base64url') }))
    return false
  const seconds = (now.getTime() - Number(issued)) / 1000
  return seconds >= FILL_SECONDS_MIN && seconds <= VALID_HOURS * 60 * 60
}
