import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Id, IdParam, Instant } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'

/** The name for a browser that reveals neither its family nor its system. */
export const UNKNOWN_DEVICE = 'Unbekanntes Gerät'

/** How somebody signed in. */
export const LOGIN_WAYS = ['password', 'passkey', 'provider'] as const
export type LoginWay = (typeof LOGIN_WAYS)[number]

export const LOGIN_WAY_LABELS: Record<LoginWay, string> = {
  password: 'Passwort',
  passkey: 'Passkey',
  provider: 'Anmeldedienst',
}

/** One device somebody is logged in on. */
export const Session = z.object({
  id: Id,
  /** Browser and system, such as `Firefox unter Windows`. */
  device: z.string(),
  /** Shortened: IPv4 /24, IPv6 /48. */
  ip_trunc: z.string().nullable(),
  created_at: Instant,
  expires_at: Instant,
  stays_signed_in: z.boolean(),
  is_current: z.boolean(),
  way: z.enum(LOGIN_WAYS),
  /** The name of the service, if that was the way. */
  provider: z.string().nullable(),
})
export type Session = z.output<typeof Session>

export const sessionEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/user/sessions',
    access: 'signed in',
    scope: 'installation',
    response: z.array(Session),
    summary: 'Eigene angemeldete Geräte, das jetzige zuerst',
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/user/sessions/:id',
    access: 'signed in',
    scope: 'installation',
    params: IdParam,
    response: MessageReply,
    summary: 'Ein eigenes Gerät abmelden',
  }),
  endAll: endpoint({
    method: 'DELETE',
    path: '/user/sessions',
    access: 'signed in',
    scope: 'installation',
    response: MessageReply,
    summary: 'Überall abmelden, auch hier',
  }),
}
