import type { MailRefusal } from '#contract/mail-refusal.ts'

const STARTS: readonly (readonly [start: string, refusal: MailRefusal])[] = [
  ['5.1.', 'unknown_address'],
  ['5.2.1', 'unknown_address'],
  ['5.2.2', 'full'],
]

/** Why a mail server refused for good, from its stored answer: by its enhanced status code (RFC 3463, section 3). */
export const refusalOf = (error: string | null): MailRefusal => {
  const [, enhanced = ''] = /\b5\d\d[ -](5\.\d{1,3}\.\d{1,3})\b/.exec(error ?? '') ?? []
  return STARTS.find(([start]) => enhanced === start || (start.endsWith('.') && enhanced.startsWith(start)))?.[1] ?? 'refused'
}
