import { z } from 'zod'

/** Why an address cannot be reached, in the words of pages. `full`: for days, because a full mailbox may have room tomorrow. */
export const UNREACHABLE_LABELS = {
  unknown: 'Die Adresse gibt es nicht.',
  no_server: 'Für die Adresse nimmt kein Mailserver E-Mails an.',
  full: 'Das Postfach ist seit Tagen voll.',
  refused: 'Das Postfach nimmt keine E-Mails an.',
} as const
/** The same for a single mail that came back. */
export const BOUNCE_LABELS = { ...UNREACHABLE_LABELS, full_once: 'Das Postfach war voll.' } as const

export type UnreachableReason = keyof typeof UNREACHABLE_LABELS
export const UnreachableReason = z.enum(Object.keys(UNREACHABLE_LABELS) as [UnreachableReason, ...UnreachableReason[]])
