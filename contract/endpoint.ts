import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { RestrictedSubject } from './restrictions/restricted-subjects.ts'
import type { ViewedSubject } from './viewlogs/viewlogs.kinds.ts'

/**
 * Who may call: everyone, everyone with a session, or everyone with the permission (one of them, when it is a list).
 */
export type Access = 'public' | 'signed in' | Permission | readonly Permission[]

/**
 * `active school`: the call is bound to it and refused with 409 while the user has none; `installation` needs no
 * school.
 */
export type Scope = 'active school' | 'installation'

/**
 * Everything that client, server, access check, API document and tests agree on for one path.
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
  /** Parameters are written `:name`; the spec's paths are verbatim. */
  path: string
  access: A
  /** Missing: `active school`; public endpoints have `installation`. */
  scope?: S
  params?: P
  query?: Q
  body?: B
  response: R
  /** Missing: 200. */
  status?: 200 | 201
  /**
   * A repeat with the same `Idempotency-Key` (or, without one, with the same body and cookie) gets the first answer
   * again.
   */
  idempotent?: true
  /** Calls are logged, so even a GET may write; the transaction of any other GET is read-only. */
  isLogged?: true
  /**
   * The answer shows a person, named by the parameter `id`: who opened it is noted after the reply (domain DP-22). The
   * endpoint is for people who are signed in.
   */
  opens?: ViewedSubject
  /** The answer is a file (`FileReply`), sent as it is and not as JSON. */
  isFile?: true
  /** The body is a file, sent as it is (`application/octet-stream`), and not JSON. */
  isUpload?: true
  /**
   * Another server posts a form (`application/x-www-form-urlencoded`) in which it has signed what it says; no browser of
   * ours calls it, so it has no token against forged requests.
   */
  isSignedForm?: true
  /** Open pages ask repeatedly: the answer has an ETag, and the server replies 304 while it stays the same. */
  isPolled?: true
  /**
   * Part of the page of the person that `params.id` names: heads get it although the processing is restricted (ADR 0042).
   */
  pageOf?: RestrictedSubject
  /** For bodies larger than the usual 256 kB. */
  maxBodyBytes?: number
  /** One German or English line for the API document. */
  summary: string
}

/** Declares an endpoint; when it leaves out params, query or body, these are `undefined` for client and handler. */
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
