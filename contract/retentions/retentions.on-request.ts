import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, Instant, QueryId } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { choice, field, newOf, optionalLines } from '#contract/record.ts'
import { SUBJECTS } from '#contract/subjects.ts'

/** The reasons of Art. 17 (1). The proof of the erasure stores only the key. */
export const ERASURE_GROUNDS = {
  not_needed: 'Die Daten werden nicht mehr gebraucht (Art. 17 Abs. 1 a DSGVO)',
  withdrawn: 'Die Einwilligung ist widerrufen (Art. 17 Abs. 1 b DSGVO)',
  objection: 'Es liegt ein Widerspruch vor (Art. 17 Abs. 1 c DSGVO)',
  unlawful: 'Die Daten wurden zu Unrecht verarbeitet (Art. 17 Abs. 1 d DSGVO)',
  obligation: 'Ein Gesetz verlangt die Löschung (Art. 17 Abs. 1 e DSGVO)',
} as const
export type ErasureGround = keyof typeof ERASURE_GROUNDS

/** How long a proposal waits for the second person. */
export const PROPOSAL_DAYS = 30

/** The rule in the journal for an erasure on request. */
export const requestRule = (ground: ErasureGround) => `request_${ground}`
export const isRequestRule = (rule: string) => rule.startsWith('request_')

export const ERASURE_TEXTS = {
  erased: 'Alle Daten sind gelöscht.',
  proposed: 'Die Löschung wartet auf die zweite Person.',
  withdrawn: 'Die Löschung ist nicht mehr vorgemerkt.',
  refused: 'Die Löschung ist abgelehnt.',
  held: 'Die Löschung ist ausgesetzt. Beenden Sie zuerst die Aussetzung.',
  childHeld: 'Die Löschung ist bei einem Kind dieser Person ausgesetzt. Beenden Sie zuerst die Aussetzung.',
  applicationHeld:
    'Die Löschung der Bewerbung, aus der diese Akte entstand, ist ausgesetzt. Beenden Sie zuerst die Aussetzung.',
  restricted:
    'Die Verarbeitung ist eingeschränkt (Art. 18 DSGVO), deshalb wird nichts gelöscht. Heben Sie zuerst die Einschränkung auf.',
  stillHere: 'Das Kind besucht die Schule, deshalb werden die Daten gebraucht. Tragen Sie zuerst den Abgang ein.',
  stillEmployed:
    'Die Person arbeitet an der Schule, deshalb werden die Daten gebraucht. Tragen Sie zuerst den Abgang ein.',
  lastCustodian:
    'Ein Kind dieser Person besucht die Schule, und sonst hat niemand das Sorgerecht. Tragen Sie zuerst eine andere Person ein.',
  ownProposal: 'Sie haben diese Löschung selbst vorgemerkt. Bestätigen muss sie eine andere Person.',
  alreadyProposed: 'Diese Löschung ist schon vorgemerkt. Bitte laden Sie die Seite neu.',
  noProposal: 'Diese Löschung ist nicht mehr vorgemerkt. Bitte laden Sie die Seite neu.',
  notRequest: 'Zu dieser Person gibt es diese Anfrage nicht.',
  notIdentified: 'Tragen Sie zuerst in der Anfrage ein, wie Sie die Identität geprüft haben.',
  notConfirmed: 'Bitte bestätigen Sie das.',
} as const

const NOTE_MAX = 300

export const EraseForm = z.object({
  ground: choice('Grund', ERASURE_GROUNDS),
  note: optionalLines('Bemerkung für die zweite Person', NOTE_MAX, {
    hint: 'Zum Beispiel, von wann der Antrag ist. Die Bemerkung wird mit der Löschung gelöscht.',
  }),
  is_checked: field(z.literal(true, ERASURE_TEXTS.notConfirmed), z.boolean(), {
    label: 'Ich habe geprüft, dass die Schule diese Daten nicht aufbewahren muss.',
    kind: 'box',
  }),
})
export type EraseForm = z.output<typeof EraseForm>
/** What is sent. Without a second person nobody would read a remark, so there is none. */
export const ErasureBody = newOf(EraseForm)

/** What erasing means for this record, and who already asked for it. */
export const ErasureState = z.object({
  /** Why it cannot be erased now; null: it can. */
  refusal: z.string().nullable(),
  /** What else is erased, in German sentences. */
  consequences: z.array(z.string()),
  needs_second: z.boolean(),
  proposal: z
    .object({
      ground: z.enum(Object.keys(ERASURE_GROUNDS) as [ErasureGround, ...ErasureGround[]]),
      note: z.string().nullable(),
      proposed_by: z.string().nullable(),
      proposed_at: Instant,
      /** Nobody confirms their own proposal. */
      is_own: z.boolean(),
    })
    .nullable(),
})
export type ErasureState = z.output<typeof ErasureState>

const ErasureReply = MessageReply.extend({
  /** False: it waits for the second person. */
  is_erased: z.boolean(),
  /** The request in the register that asked for it. */
  request_id: Id.nullable(),
})

/** Proposals of the school, for the preview. */
export const ErasureProposal = z.object({
  subject: z.enum(SUBJECTS),
  subject_id: Id,
  name: z.string(),
  proposed_by: z.string().nullable(),
  proposed_at: Instant,
})
export type ErasureProposal = z.output<typeof ErasureProposal>

/** The subject's own permission is needed, too (`SUBJECT_PERMISSIONS`). */
const access = 'view pupil sensitive' as const
const params = z.object({ subject: z.enum(SUBJECTS), id: QueryId })
const path = '/api/admin/erasure/:subject/:id'

export const erasureOnRequestEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/erasure',
    access,
    response: z.array(ErasureProposal),
    summary: 'Löschungen auf Antrag, die auf die zweite Person warten',
  }),
  read: endpoint({
    method: 'GET',
    path,
    access,
    params,
    response: ErasureState,
    summary: 'Was eine Löschung auf Antrag umfasst und ob sie schon vorgemerkt ist',
  }),
  /**
   * 422 for a request about somebody else, 409 while its identity is not checked, or while a hold or a task of the school
   * stands against it; nothing is erased if the school asks for a second person.
   */
  erase: endpoint({
    method: 'POST',
    path,
    access,
    params,
    body: ErasureBody.extend({ request_id: Id.nullable().optional() }),
    response: ErasureReply,
    summary: 'Auf Antrag löschen (Art. 17 DSGVO), oder für die zweite Person vormerken',
  }),
  confirm: endpoint({
    method: 'POST',
    path: `${path}/confirm`,
    access,
    params,
    response: ErasureReply,
    summary: 'Eine vorgemerkte Löschung als zweite Person bestätigen',
  }),
  /** Withdraws one's own proposal, or refuses the proposal of somebody else. */
  withdraw: endpoint({
    method: 'DELETE',
    path,
    access,
    params,
    response: MessageReply,
    summary: 'Eine vorgemerkte Löschung zurücknehmen oder ablehnen',
  }),
}
