import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { QueryId, Text } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { field } from '#contract/record.ts'
import { RESTRICTED_SUBJECTS } from './restricted-subjects.ts'

export const RESTRICTION_TEXTS = {
  set: 'Die Verarbeitung ist eingeschränkt.',
  lifted: 'Die Einschränkung ist aufgehoben.',
  alreadySet: 'Die Verarbeitung ist schon eingeschränkt. Bitte laden Sie die Seite neu.',
  alreadyLifted: 'Es gibt keine Einschränkung mehr. Bitte laden Sie die Seite neu.',
  isPupil: 'Aus dieser Bewerbung ist ein Kind der Schule geworden: Bitte schränken Sie die Verarbeitung dort ein.',
  notHere: 'Dieses Kind kann hier nicht angelegt werden. Bitte wenden Sie sich an die Schulleitung.',
  none: 'Zurzeit ist für niemanden die Verarbeitung eingeschränkt.',
} as const

const REASON_MAX = 500

const reason = (hint: string) =>
  field(Text(REASON_MAX), z.string(), { label: 'Grund', kind: 'lines', max: REASON_MAX, hint })

export const RestrictionForm = z.object({
  reason: reason('Zum Beispiel: Die Person bestreitet, dass die Angaben richtig sind. Wir prüfen es bis Ende März.'),
})
export type RestrictionForm = z.output<typeof RestrictionForm>

export const LiftForm = z.object({
  reason: reason('Zum Beispiel: Die Angaben sind geprüft und berichtigt. Die Person ist vorher benachrichtigt worden.'),
})
export type LiftForm = z.output<typeof LiftForm>

const Person = { subject: z.enum(RESTRICTED_SUBJECTS), id: z.int() }

export const Restriction = z.object({
  since: z.iso.datetime(),
  reason: z.string(),
  /** Who set it; null: an account that is gone. */
  by: z.string().nullable(),
  lifted_at: z.iso.datetime().nullable(),
  lifted_reason: z.string().nullable(),
  lifted_by: z.string().nullable(),
})
export type Restriction = z.output<typeof Restriction>

export const RestrictedRow = Restriction.pick({ since: true, reason: true, by: true }).extend({
  ...Person,
  name: z.string(),
  /** What tells people of one name apart. */
  hint: z.string().nullable(),
})
export type RestrictedRow = z.output<typeof RestrictedRow>

export const PersonRestrictions = z.object({
  ...Person,
  name: z.string(),
  /** The one in force, if there is one. */
  current: Restriction.nullable(),
  /** The restrictions that were lifted, the newest first. */
  past: z.array(Restriction),
})
export type PersonRestrictions = z.output<typeof PersonRestrictions>

const access = 'view pupil sensitive'
const params = z.object({ subject: z.enum(RESTRICTED_SUBJECTS), id: QueryId })

/** All four ask for the permission of the subject as well; without it they answer 404. */
export const restrictionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/restriction',
    access,
    response: z.array(RestrictedRow),
    summary: 'Alle Personen, deren Verarbeitung eingeschränkt ist',
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/admin/restriction/:subject/:id',
    access,
    params,
    response: PersonRestrictions,
    summary: 'Ob die Verarbeitung einer Person eingeschränkt ist und war',
  }),
  set: endpoint({
    method: 'POST',
    path: '/api/admin/restriction/:subject/:id',
    access,
    params,
    body: RestrictionForm,
    response: MessageReply,
    summary: 'Verarbeitung einer Person einschränken',
  }),
  lift: endpoint({
    method: 'POST',
    path: '/api/admin/restriction/:subject/:id/lift',
    access,
    params,
    body: LiftForm,
    response: MessageReply,
    summary: 'Einschränkung der Verarbeitung aufheben',
  }),
}
