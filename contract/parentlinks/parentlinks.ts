import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { hasLeft } from '#contract/pupils/pupils.ts'

/** The parents' link of a pupil (domain §5.6), for the dialog and the printed sheets. */
export const ParentLink = z.object({
  /** The whole address, to be copied or typed. */
  address: z.url(),
  /** The address as a QR code: SVG without a size of its own. */
  qr_svg: z.string(),
  created_at: Instant,
})
export type ParentLink = z.output<typeof ParentLink>

/** The path of the public page below the app's address (spec §2). */
export const parentLinkPath = (uuid: string) => `/app/susByUuid/${uuid}`

/**
 * Pupils who left have no link any more: it is neither shown nor printed, and the old one does not open (domain §5.6).
 */
export const hasParentLink = (pupil: { status: string; date_exit: string | null }, today: string) =>
  !hasLeft(pupil) && (!pupil.date_exit || today <= pupil.date_exit)

export const PARENT_LINK_TEXTS = {
  /** See ux §3.4. */
  explanation: 'Wer diesen Link kennt, sieht Vorname, Initial und Schule und kann eine Abwesenheit melden.',
  rotateWarning: 'Der bisherige Link und QR-Code werden ungültig.',
  rotated: 'Der Link ist erneuert. Der bisherige Link und QR-Code sind ungültig.',
  /** On paper, when the letter replaces an earlier link. */
  replaces: (day: string) => `Der frühere Link und QR-Code sind seit dem ${day} ungültig.`,
  /** After children were restored whose old links no longer open; empty when all old links still do. */
  renewed: (count: number, of: number) => {
    if (count === 0) return []
    if (of === 1) return ['Der alte Elternlink gilt nicht mehr. Bitte drucken Sie einen neuen Bogen.']
    const who = count === of ? 'Alle' : `${count} von ihnen`
    return [`${who} ${count === 1 ? 'hat' : 'haben'} einen neuen Elternlink. Bitte drucken Sie neue Bögen.`]
  },
  left: 'Wer die Schule verlassen hat, hat keinen Elternlink mehr.',
} as const

const access = 'manage pupil' as const

export const parentLinkEndpoints = {
  get: endpoint({
    method: 'GET',
    path: '/api/admin/pupil/:id/link',
    access,
    params: IdParam,
    response: ParentLink,
    isLogged: true,
    summary: 'Elternlink mit QR-Code; wer noch keinen hat, bekommt ihn jetzt',
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/admin/pupil/:id/link/rotate',
    access,
    params: IdParam,
    response: ParentLink.extend(MessageReply.shape),
    summary: 'Elternlink erneuern; der bisherige gilt sofort nicht mehr',
  }),
}
