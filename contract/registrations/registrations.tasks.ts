import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { STATUS_MAIL_KINDS } from './registrations.mail-labels.ts'

/** Tasks for the head, in the order of the dashboard (domain §9b); `one` and `many` follow the number. */
export const TASK_LABELS = {
  withdraw_requested: { one: 'Wunsch, eine Bewerbung zurückzuziehen', many: 'Wünsche, eine Bewerbung zurückzuziehen' },
  agreement_declined: {
    one: 'verweigerte Zustimmung zu einer Bewerbung',
    many: 'verweigerte Zustimmungen zu Bewerbungen',
  },
  not_informed: {
    one: 'Familie noch nicht informiert',
    many: 'Familien noch nicht informiert',
  },
  follow_up: { one: 'Zusage ohne Antwort: bitte nachfassen', many: 'Zusagen ohne Antwort: bitte nachfassen' },
  not_taken_over: { one: 'bestätigter Platz, noch nicht übernommen', many: 'bestätigte Plätze, noch nicht übernommen' },
  mail_failed: { one: 'E-Mail nicht zugestellt', many: 'E-Mails nicht zugestellt' },
  unconfirmed: {
    one: 'Bewerbung seit über drei Tagen unbestätigt',
    many: 'Bewerbungen seit über drei Tagen unbestätigt',
  },
  ask: { one: 'Rückfrage zur Warteliste', many: 'Rückfragen zur Warteliste' },
  deletion: { one: 'Bewerbung wird bald gelöscht', many: 'Bewerbungen werden bald gelöscht' },
} as const
export const TASK_KINDS = Object.keys(TASK_LABELS) as (keyof typeof TASK_LABELS)[]
export type TaskKind = (typeof TASK_KINDS)[number]

/** Most applications of a task that are named; the list shows all of them. */
export const TASK_NAMED = 5
/** An application becomes a task when it is unconfirmed for longer than this. */
export const UNCONFIRMED_DAYS = 3

const RegistrationTask = z.object({
  kind: z.enum(TASK_KINDS),
  count: z.int().min(1),
  /** The first applications of the task. */
  registrations: z
    .array(z.object({ id: z.int(), child_firstname: z.string(), child_lastname: z.string() }))
    .max(TASK_NAMED),
  /** How many of `not_informed` are of which kind; missing for other tasks. */
  decisions: z.partialRecord(z.enum(STATUS_MAIL_KINDS), z.int()).optional(),
})
export type RegistrationTask = z.output<typeof RegistrationTask>

export const registrationTaskEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/schoolRegistration/tasks',
    access: 'manage pupil application',
    response: z.array(RegistrationTask),
    summary: 'Was bei den Bewerbungen zu tun ist',
  }),
}
