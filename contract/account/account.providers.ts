import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { LoginReply } from './account.ts'
import { PasswordProof } from './account.two-factor.ts'

/** Where the answer of a provider arrives: the query of the address, as the provider wrote it. */
export const ProviderAnswer = z.object({ provider_id: Id, search: z.string().min(1).max(8000) })
export type ProviderAnswer = z.output<typeof ProviderAnswer>

/** The same reply as after a password. If `url` is set, the browser goes to the provider once more, for a second factor. */
const AnswerReply = LoginReply.extend({ url: z.string().nullable() })

/** A link of the own account; `label` is how the service called the person when the link was made. */
const Identity = z.object({
  id: Id,
  provider_name: z.string(),
  label: z.string(),
  created_at: Instant,
  last_used_at: Instant.nullable(),
  /** This session began through it. */
  is_current: z.boolean(),
})
export type Identity = z.output<typeof Identity>

/** The field of a refusal after which another account of the service may be chosen. */
export const OTHER_ACCOUNT = 'account'

/** Refusals of the server that say what to do; failures at the service itself have `PROVIDER_FAULTS`. */
export const PROVIDER_LOGIN_TEXTS = {
  unknown: 'Diesen Anmeldedienst gibt es nicht mehr. Bitte laden Sie die Seite neu.',
  noPassword: 'Setzen Sie zuerst ein Passwort: Ohne die Verbindung könnten Sie sich sonst nicht mehr anmelden.',
  /** Shown only to the person who has just signed in there, and stored nowhere. */
  unlinked: (service: string, label: string) =>
    `Sie sind bei ${service} als „${label}“ angemeldet. Dieses Konto ist hier noch nicht verbunden. Wählen Sie ein anderes Konto, oder melden Sie sich mit Ihrem Passwort an und verbinden Sie es in Ihrem Profil.`,
  cancelled: 'Sie haben abgebrochen. Es ist nichts verbunden.',
  unlinkedHere: (service: string) => `Die Verbindung mit ${service} ist gelöst. Melden Sie sich mit Ihrem Passwort an.`,
  byRule: 'Diese Verbindung gehört zu Ihrer Gruppe beim Anmeldedienst. Sie endet, wenn Sie die Gruppe verlassen.',
  taken: 'Dieses Konto beim Anmeldedienst ist schon mit einem anderen Konto verbunden.',
  hasOne: 'Ihr Konto ist bei diesem Dienst schon verbunden. Lösen Sie zuerst die Verbindung.',
  otherUser: 'Die Verbindung wurde von einem anderen Konto begonnen. Bitte beginnen Sie noch einmal.',
} as const

export const providerLoginEndpoints = {
  offered: endpoint({
    method: 'GET',
    path: '/login/providers',
    access: 'public',
    response: z.array(z.object({ id: Id, name: z.string() })),
    summary: 'Anmeldedienste für die Anmeldeseite',
  }),
  begin: endpoint({
    method: 'POST',
    path: '/login/provider',
    access: 'public',
    body: z.object({
      provider_id: Id,
      remember: z.boolean().default(false),
      /** The service asks for the account, although somebody is still signed in there. */
      chooses_account: z.boolean().default(false),
    }),
    response: z.object({ url: z.string() }),
    summary: 'Anmeldung bei einem Dienst beginnen: die Adresse, die der Browser aufruft',
  }),
  answer: endpoint({
    method: 'POST',
    path: '/login/provider/answer',
    access: 'public',
    body: ProviderAnswer,
    response: AnswerReply,
    summary: 'Zurück vom Anmeldedienst: die Anmeldung abschließen',
  }),
  list: endpoint({
    method: 'GET',
    path: '/user/identities',
    access: 'signed in',
    scope: 'installation',
    response: z.object({
      identities: z.array(Identity),
      /** Services of the own schools that are not linked yet. */
      offered: z.array(z.object({ id: Id, name: z.string() })),
    }),
    summary: 'Eigene Verbindungen mit Anmeldediensten',
  }),
  beginLink: endpoint({
    method: 'POST',
    path: '/user/identities',
    access: 'signed in',
    scope: 'installation',
    body: z.object({ provider_id: Id, password: z.string().min(1).max(1000) }),
    response: z.object({ url: z.string() }),
    summary: 'Das eigene Konto mit einem Anmeldedienst verbinden',
  }),
  finishLink: endpoint({
    method: 'POST',
    path: '/user/identities/answer',
    access: 'signed in',
    scope: 'installation',
    body: ProviderAnswer,
    response: MessageReply,
    summary: 'Zurück vom Anmeldedienst: die Verbindung abschließen',
  }),
  providerLogout: endpoint({
    method: 'POST',
    path: '/login/provider/:id/logout',
    access: 'public',
    params: IdParam,
    isSignedForm: true,
    body: z.object({ logout_token: z.string().min(1).max(16_000) }),
    response: z.object({}),
    summary: 'Der Anmeldedienst meldet, dass jemand dort abgemeldet ist (Back-Channel Logout)',
  }),
  unlink: endpoint({
    method: 'POST',
    path: '/user/identities/:id/remove',
    access: 'signed in',
    scope: 'installation',
    params: IdParam,
    body: PasswordProof,
    /** Whether the session of this call has ended, too. */
    response: MessageReply.extend({ is_signed_out: z.boolean() }),
    summary: 'Die Verbindung mit einem Anmeldedienst lösen',
  }),
}
