/** German area codes without the leading 0; their length decides where DIN 5008 puts the blank (domain §7). */
const TWO_DIGIT_AREAS = /^(30|40|69|89)/
const THREE_DIGIT_AREAS =
  /^(1[567]\d|20[12389]|21[124]|22[18]|23[14]|2[4-9]1|3[3-9]1|335|34[05]|355|365|375|385|395|4[2-9]1|5[1-9]1|61[1]|6[2-9]1|7[1-9]1|8[2-8]1|906|9[1-9]1|700|80[01]|900)/
const FOUR_DIGIT_AREAS_OF_BRANDENBURG = /^33(0[123467]|2[12789]|3[124578]|4[1246]|6[1246]|7[125789]|8[1256]|9[145])/

const areaLength = (national: string) => {
  if (TWO_DIGIT_AREAS.test(national)) return 2
  if (THREE_DIGIT_AREAS.test(national)) return 3
  if (national.startsWith('33') && !FOUR_DIGIT_AREAS_OF_BRANDENBURG.test(national)) return 5
  return 4
}

const COUNTRY_CODE = /^(1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/**
 * The number as +4933112345, or null when the area code is missing or it cannot be a number. Accepts +49, 0049, (0),
 * slashes, hyphens and blanks; without a country code it is German (domain §7).
 */
export const phoneE164 = (raw: string): string | null => {
  const digits = raw.trim().replace(/^\+/, '00').replace(/\(0\)/g, '').replace(/\D/g, '')
  const international = digits.startsWith('00') ? digits.slice(2) : digits.replace(/^0/, '49')
  if (!digits.startsWith('0')) return null
  const number = international.replace(/^490+/, '49')
  return /^[1-9]\d{6,14}$/.test(number) ? `+${number}` : null
}

/** An E.164 number in the usual spelling: 0331 1234567, 0170 1234567, +48 22 1234567 (domain §7). */
export const formatPhone = (e164: string) => {
  const number = e164.replace(/^\+/, '')
  if (number.startsWith('49')) {
    const national = number.slice(2)
    const length = areaLength(national)
    return `0${national.slice(0, length)} ${national.slice(length)}`
  }
  const country = COUNTRY_CODE.exec(number)?.[0] ?? ''
  const rest = number.slice(country.length)
  const length = country === '1' || country === '7' ? 3 : 2
  return `+${country} ${rest.slice(0, length)} ${rest.slice(length)}`
}

const MOBILE = /^01[567]/

/** The typed number in the usual spelling, if it is complete; the dash before an extension stays (DIN 5008). */
export const displayPhone = (raw: string) => {
  const e164 = phoneE164(raw)
  if (e164 === null) return raw
  const shown = formatPhone(e164)
  const extension = /^[^-]*-(\d{1,5})\s*$/.exec(raw)?.[1]
  const trunk = shown.slice(0, -(extension?.length ?? 0))
  // A dash right after the area code is only a separator.
  return extension && !MOBILE.test(shown) && / \d+$/.test(trunk) ? `${trunk}-${extension}` : shown
}

/** The address that calls a number, whatever was typed. */
export const phoneLink = (raw: string) => `tel:${phoneE164(raw) ?? raw.replace(/[^\d+]/g, '')}`

/** A phone number as SQL's phone_digits writes it, national and digits only; undefined when the text is no number. */
export const phoneDigits = (text: string) => {
  const digits = text.replace(/^\s*(\+|00)\s*49\s*(\(0\))?/, '0').replace(/\D/g, '')
  return /^[\d\s()+/.-]+$/.test(text) && digits.length >= 3 ? digits : undefined
}
