import { z } from 'zod'
import { Text } from '#contract/formats.ts'
import { day, number, optionalText, text } from '#contract/record.ts'
import { dueDayRule } from '#contract/registrations/registrations.place.ts'
import { STATUS_NOTE_MAX } from '#contract/registrations/registrations.ts'
import { MOVE_NOTE_MAX, WAITLIST_TEXTS } from './waitlists.ts'

/** To which rank a child is moved, and why (domain §3.2). */
export const RankMove = (last: number) => {
  const outside = WAITLIST_TEXTS.rankOutside(last)
  return z.object({
    rank: number('Neuer Rang', z.int(outside).min(1, outside).max(last, outside), {
      hint: `Von 1 bis ${last}; auch mit Alt+↑ und Alt+↓.`,
      hasHintFirst: true,
    }),
    note: text('Begründung', Text(MOVE_NOTE_MAX), {
      hint: 'Steht im Verlauf der Bewerbung; die Familie sieht sie nicht.',
      hasHintFirst: true,
      max: MOVE_NOTE_MAX,
    }),
  })
}

/** Until when a family confirms its place, and why it gets it before others. */
export const PlaceOffer = z.object({
  note: optionalText('Grund', z.string().max(STATUS_NOTE_MAX), {
    hint: 'Steht im Verlauf der Bewerbung, wie beim Verschieben.',
    hasHintFirst: true,
    max: STATUS_NOTE_MAX,
  }),
  place_confirm_due_at: day('Bestätigen bis', {
    hint: 'Danach steht die Familie hier unter „Nachfassen“. Eine E-Mail geht erst hinaus, wenn Sie sie senden.',
  }),
})

/** The day is one that may be chosen today. */
export const offerRule = (today: string) => PlaceOffer.extend({ place_confirm_due_at: dueDayRule(today) })
