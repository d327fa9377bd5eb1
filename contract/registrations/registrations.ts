import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam, IsoDate, MultilineText, OptionalText, QueryId, Version } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { RegistrationDetails } from './registrations.details.ts'
import { RegistrationForm } from './registrations.form.ts'
import { registrationListEndpoints } from './registrations.list.ts'
import { RegistrationStatus } from './registrations.status.ts'
import { TransformForm, TransformOptions, TransformReply } from './registrations.transform.ts'

/**
 * Entered by staff from paper or telephone: the answers of the public form without confirmations; a mail only on
 * request.
 */
export const StaffRegistration = RegistrationForm.extend({
  send_optin: z.boolean().default(false),
  status: RegistrationStatus.default('new'),
})
export type StaffRegistration = z.output<typeof StaffRegistration>

/**
 * Longest reason for a change of status, e.g. why somebody with a lower rank was offered a place (domain §1.10, §3.2).
 */
export const STATUS_NOTE_MAX = 200
/** Longest internal note of staff, in characters (domain §1.10). */
export const NOTE_MAX = 2000

const access = 'manage pupil application'

export const registrationEndpoints = {
  ...registrationListEndpoints,
  get: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id',
    pageOf: 'registration',
    access,
    params: IdParam,
    response: RegistrationDetails,
    opens: 'registration',
    summary: 'Eine Bewerbung',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration',
    access,
    body: StaffRegistration,
    response: z.object({ id: z.int(), number: z.string() }),
    status: 201,
    idempotent: true,
    summary: 'Bewerbung von Papier oder Telefon aufnehmen',
  }),
  /** Moves it to the bin; applications behind it on the waiting list move up. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/schoolRegistration/:id',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Bewerbung löschen',
  }),
  /** Restores it from the bin within 30 days; one from the waiting list gets the last rank. */
  restore: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/restore',
    access,
    params: IdParam,
    response: MessageReply,
    summary: 'Gelöschte Bewerbung zurückholen',
  }),
  /**
   * 409 when withdrawn or transformed, and when the status was changed since `version`: with `changed_by`, `changed_at`
   * and the stored `version` and `status` (domain §9a).
   */
  changeStatus: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/changeStatus',
    access,
    params: IdParam,
    /**
     * `place_confirm_due_at`: only with accepted; missing: `PLACE_CONFIRM_DAYS` from today. `note`: the reason, for the
     * history.
     */
    body: z.object({
      status: RegistrationStatus,
      place_confirm_due_at: IsoDate.optional(),
      note: OptionalText(STATUS_NOTE_MAX),
      version: Version.optional(),
    }),
    /** `warning`: more children are accepted than there are places (domain §3.1). */
    response: z.object({
      status: RegistrationStatus,
      wait_rank: z.int().nullable(),
      version: z.int(),
      warning: z.string().nullable(),
    }),
    summary: 'Status einer Bewerbung ändern',
  }),
  /** 409 when the note was changed since `version`: with `changed_by`, `changed_at` and the stored note. */
  saveNote: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/note',
    access,
    params: IdParam,
    body: z.object({ internal_note: MultilineText(NOTE_MAX), version: Version }),
    response: z.object({ internal_note: z.string().nullable(), version: z.int() }),
    summary: 'Interne Notiz sichern',
  }),
  /** 422 when the address is missing, confirmed or used up, 409 when withdrawn, 429 within a minute (domain §2.3). */
  resendContactOptin: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/resendContactOptin/:contactId',
    access,
    params: z.object({ contactId: QueryId }),
    response: MessageReply,
    summary: 'Bestätigungsmail erneut senden',
  }),
  transformOptions: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/:id/transformOptions',
    access,
    params: IdParam,
    response: TransformOptions,
    summary: 'Klassen, Dubletten und Sorgeberechtigte zur Übernahme',
  }),
  /** 409 with `DuplicatesReply` while neither `force` nor `link_pupil_id` answers a duplicate. */
  transformToPupil: endpoint({
    method: 'POST',
    path: '/api/admin/schoolRegistration/transformToPupil',
    access,
    body: TransformForm,
    response: TransformReply,
    status: 201,
    summary: 'Angenommene Bewerbung als SuS übernehmen',
  }),
}
