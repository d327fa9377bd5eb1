import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant, Version } from '#contract/formats.ts'
import { joinedWords } from '#contract/joined-words.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { changeOf, newOf, readOf } from '#contract/record.ts'
import { ProviderFacts, ProviderRule } from './provider.record.ts'
import { PROVIDER_FAULTS, type ProviderFault } from './provider-faults.ts'

const FaultName = z.enum(Object.keys(PROVIDER_FAULTS) as [ProviderFault, ...ProviderFault[]])

export const Provider = readOf(ProviderFacts).extend({
  id: Id,
  has_secret: z.boolean(),
  is_active: z.boolean(),
  rules: z.array(ProviderRule),
  /** To be entered at the provider: where it sends people back to, and whom it tells that somebody has signed out. */
  redirect_uri: z.string(),
  logout_uri: z.string(),
  /** Where it sends people who have signed out. */
  after_logout_uri: z.string(),
  /** How many accounts are linked. */
  identity_count: z.int(),
  last_failure: FaultName.nullable(),
  last_failure_at: Instant.nullable(),
  last_success_at: Instant.nullable(),
  /** The last check; its fault is null when everything was right. */
  last_check_at: Instant.nullable(),
  last_check_fault: FaultName.nullable(),
  version: Version,
})
export type Provider = z.output<typeof Provider>

export const NewProviderForm = newOf(ProviderFacts)
export type NewProviderForm = z.output<typeof NewProviderForm>

export const ProviderChange = changeOf(ProviderFacts).extend({
  /** Only sent when a new one was typed; it is never shown again. */
  client_secret: z.string().min(1).max(500).optional(),
  rules: z.array(ProviderRule).max(100).optional(),
  is_active: z.boolean().optional(),
})
export type ProviderChange = z.output<typeof ProviderChange>

/** One thing that the test looked at. */
const TestStep = z.object({
  what: z.string(),
  state: z.enum(['good', 'notice', 'bad']),
  /** What was found, and what to do about it. */
  text: z.string(),
  /** Null unless the state is `bad`. */
  fault: FaultName.nullable(),
  /** The service calls itself so, and the address could be taken over; else null. */
  issuer: z.string().nullable(),
})
export type TestStep = z.output<typeof TestStep>

export const PROVIDER_TEXTS = {
  taken: 'Einen Dienst mit dieser Adresse gibt es schon.',
  nameTaken: 'Einen Dienst mit diesem Namen gibt es schon.',
  issuerKept: 'Adresse und Art lassen sich nicht ändern, solange Konten verbunden sind: Sie gehören zu diesem Dienst.',
  insecure: 'Die Adresse muss mit https:// beginnen.',
  tenant: 'Bitte die Adresse des eigenen Mandanten angeben: https://login.microsoftonline.com/<Mandanten-ID>/v2.0.',
  incomplete: 'Bitte zuerst Client-ID und Client-Secret eintragen.',
  stale: 'Dieser Dienst wurde inzwischen geändert. Bitte laden Sie die Seite neu.',
  unknownSchool: 'Diese Schule gibt es nicht.',
  ruleSchool: 'Eine Regel nennt eine Schule, die nicht zu diesem Dienst gehört.',
  demanded: (schools: readonly string[]) =>
    `${joinedWords(schools)} ${schools.length > 1 ? 'verlangen' : 'verlangt'} die Anmeldung über diesen Dienst. Bitte erlauben Sie dort zuerst wieder jeden Weg: unter „Benutzer“ bei „Anmeldung“.`,
} as const

/** Connecting a service concerns the whole installation. */
const access = 'debug view'
const scope = 'installation'

export const identityProviderEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/admin/identity_provider',
    access,
    scope,
    response: z.array(Provider),
    summary: 'Dienste, bei denen man sich anmelden kann',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/admin/identity_provider',
    access,
    scope,
    body: NewProviderForm,
    response: MessageReply.extend({ id: Id }),
    status: 201,
    idempotent: true,
    summary: 'Einen Anmeldedienst eintragen; er ist noch nicht eingeschaltet',
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/admin/identity_provider/:id',
    access,
    scope,
    params: IdParam,
    body: ProviderChange,
    response: MessageReply,
    summary: 'Einen Anmeldedienst ändern, ein- oder ausschalten',
  }),
  test: endpoint({
    method: 'POST',
    path: '/api/admin/identity_provider/:id/test',
    access,
    scope,
    params: IdParam,
    response: z.object({ steps: z.array(TestStep) }),
    summary: 'Prüfen, ob der Dienst erreichbar und richtig eingetragen ist',
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/admin/identity_provider/:id',
    access,
    scope,
    params: IdParam,
    response: MessageReply,
    summary: 'Einen Anmeldedienst mit allen Verbindungen entfernen',
  }),
}
