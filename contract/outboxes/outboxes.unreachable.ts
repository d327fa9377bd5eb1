import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { UnreachableReason } from '#contract/unreachable.ts'

/** Whose address it can be. */
const CONTACT_KINDS = ['guardian', 'pupil', 'registration_contact', 'employee'] as const
const ContactKind = z.enum(CONTACT_KINDS)
export type ContactKind = z.output<typeof ContactKind>

const Contact = z.object({ kind: ContactKind, id: Id })

export const UNREACHABLE_TEXTS = {
  good: 'Die Adresse gilt wieder als erreichbar.',
  notMarked: 'Diese Adresse ist nicht mehr als unerreichbar vermerkt.',
} as const

/** Somebody with an address whose mails came back. */
export const UnreachableContact = Contact.extend({
  name: z.string(),
  /** `m***@example.org` */
  address: z.string(),
  /** The page with the address; for a guardian the one of the first child. */
  page: z.object({ name: z.enum(['pupil', 'registration', 'employee']), id: Id }),
  /** The child it is about; null where the person is meant. */
  child: z.string().nullable(),
  since: Instant,
  reason: UnreachableReason,
})
export type UnreachableContact = z.output<typeof UnreachableContact>

// Whoever may manage pupils may manage applications and employees, too (domain §4).
const access = 'manage pupil'

export const unreachableEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/outbox/unreachable',
    access,
    response: z.array(UnreachableContact),
    summary: 'Personen, deren E-Mail-Adresse nicht erreichbar ist',
  }),
  /** 404 for an unknown person, 409 when nothing is known against the address any more. */
  markGood: endpoint({
    method: 'POST',
    path: '/api/admin/outbox/unreachable/good',
    access,
    body: Contact,
    response: MessageReply,
    summary: 'Eine E-Mail-Adresse als erreichbar vermerken',
  }),
}
