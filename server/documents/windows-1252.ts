/** The characters of the bytes 0x80 to 0x9f; a blank for undefined ones. */
const UPPER = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'
const BYTES = new Map([...UPPER].map((sign, index) => [sign, 0x80 + index] as const).filter(([sign]) => sign !== ' '))

const byteOf = (sign: string) => {
  const code = sign.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  return BYTES.get(sign)
}

/** Letters that do not decompose into a base letter and an accent. */
const LETTERS: Record<string, string> = {
  Ł: 'L',
  ł: 'l',
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  ẞ: 'SS',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  ʻ: "'",
  ʼ: "'",
  '\u2010': '-',
  '\u2011': '-',
}

const baseOf = (sign: string) => {
  const known = LETTERS[sign]
  if (known) return known
  const bare = sign.normalize('NFD').replace(/\p{M}/gu, '')
  return byteOf(bare) === undefined ? (LETTERS[bare] ?? '?') : bare
}

/** True for most texts: already composed, and each character is its own byte. */
const IS_LATIN = /^[\x20-\x7e\xa0-\xff]*$/

/** Adapts the text to Windows-1252: other letters lose their accents, and what is left becomes a question mark. */
export const fitWindows1252 = (text: string) =>
  IS_LATIN.test(text)
    ? text
    : [...text.normalize('NFC')].map((sign) => (byteOf(sign) === undefined ? baseOf(sign) : sign)).join('')

/** The bytes of a text that fits. */
export const encodeWindows1252 = (text: string) => {
  const bytes = Buffer.from(text, 'latin1')
  for (const { index } of text.matchAll(/[\u0100-\uffff]/g)) bytes[index] = byteOf(text.charAt(index)) ?? 0x3f
  return bytes
}
