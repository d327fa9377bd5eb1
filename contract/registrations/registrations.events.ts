import { z } from 'zod'
import { Instant } from '#contract/formats.ts'

/** Events of an application other than changes of status, for the timeline. */
export const EVENT_LABELS = {
  withdraw_requested: 'Die Familie möchte die Bewerbung zurückziehen',
  withdraw_declined: 'Wunsch der Familie abgelehnt, die Bewerbung zurückzuziehen',
  withdraw_taken_back: 'Die Familie zieht die Bewerbung doch nicht zurück',
  withdrawn: 'Zurückgezogen',
  withdrawal_undone: 'Rückzug zurückgenommen',
  edited: 'Angaben geändert',
  rank_moved: 'Platz auf der Warteliste geändert',
  rank_proposed: 'Warteliste nach Vorschlag geordnet',
  sibling_verified: 'Geschwisterkind bestätigt',
  sibling_released: 'Bestätigung eines Geschwisterkindes zurückgenommen',
  place_changed: 'Angaben zum Platz geändert',
  papers_requested: 'Unterlagen angefordert',
  paper_seen: 'Unterlage eingesehen',
  mail_changed: 'E-Mail-Adresse geändert',
  note_removed: 'Interne Notiz nach Ablauf der Frist gelöscht',
  held: 'Löschung ausgesetzt',
  hold_ended: 'Aussetzung der Löschung beendet',
  letter_written: 'Brief geschrieben',
  told_by_phone: 'Telefonisch informiert',
  agreement_given: 'Stimmt der Bewerbung zu',
  agreement_declined: 'Stimmt der Bewerbung nicht zu',
  agreement_on_paper: 'Zustimmung der zweiten Person auf Papier vermerkt',
  agreement_paper_undone: 'Vermerk der Zustimmung auf Papier zurückgenommen',
} as const
export const EVENT_KINDS = Object.keys(EVENT_LABELS) as (keyof typeof EVENT_LABELS)[]
export type EventKind = (typeof EVENT_KINDS)[number]

export const RegistrationEvent = z.object({
  kind: z.enum(EVENT_KINDS),
  at: Instant,
  /** Null: the family, or a deadline. */
  by: z.string().nullable(),
  from_rank: z.int().nullable(),
  to_rank: z.int().nullable(),
  contact_position: z.int().nullable(),
  note: z.string().nullable(),
  /** Dotted keys of changed answers, never their values. */
  fields: z.array(z.string()),
})
export type RegistrationEvent = z.output<typeof RegistrationEvent>
