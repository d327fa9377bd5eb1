import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Who may call: everyone, everyone with a session, or who holds the permission (of a list: one of them). */
export type Access = 'public' | 'signed in' | Permission | readonly Permission[]

/** `active school`: refused with 409 while the user has none, and bound to it; `installation`: needs no school. */
export type Scope = 'active school' | 'installation'

/**
 * What client, server, access check, API document and tests agree on for one path (architecture §1.2).
 * `access` is required: an endpoint without it does not compile.
 */
export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  A extends Access = Access,
  S extends Scope = Scope,
> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** With `:name` for each parameter; the spec's paths, verbatim. */
  path: string
  access: A
  /** Missing: `active school`, for public endpoints `installation`. */
  scope?: S
  params?: P
  query?: Q
  body?: B
  response: R
  /** Missing: 200. */
  status?: 200 | 201
  /** A repeat with the same `Idempotency-Key` (or, without one, the same body and cookie) answers what the first did. */
  idempotent?: true
  /** Calls are written to the log, so that also a GET may write; any other GET cannot (its transaction is read-only). */
  isLogged?: true
  /** The answer is a file (`FileReply`), sent as it is and not as JSON. */
  isFile?: true
  /** The body is a file, sent as it is (`application/octet-stream`), and not JSON. */
  isUpload?: true
  /** Open pages ask again and again: the answer carries an ETag, and 304 follows while it stays the same. */
  isPolled?: true
  /** For bodies larger than the usual 256 kB. */
  maxBodyBytes?: number
  /** One German or English line for the API document. */
  summary: string
}

/** Declares an endpoint; what it leaves out (params, query, body) is `undefined` for client and handler. */
export const endpoint = <
  R extends z.ZodType,
  const A extends Access,
  P extends z.ZodType = z.ZodUndefined,
  Q extends z.ZodType = z.ZodUndefined,
  B extends z.ZodType = z.ZodUndefined,
  const S extends Scope = 'active school',
>(
  definition: Endpoint<P, Q, B, R, A, S>,
): Endpoint<P, Q, B, R, A, S> => definition

/** Whether the endpoint works inside the viewer's active school. */
export const needsSchool = ({ access, scope }: Pick<Endpoint, 'access' | 'scope'>) =>
  (scope ?? (access === 'public' ? 'installation' : 'active school')) === 'active school'
