import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { type Access, type Endpoint, needsSchool } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import type { Viewer } from '#server/db/viewer.ts'
import { conflict, forbidden, invalid, unauthenticated } from './api-error.ts'
import { checkCsrf } from './csrf.ts'
import type { Platform } from './platform.ts'
import { sessionToken } from './session.ts'

/** Throws 422 with the messages of each field. */
export const parse = <T extends z.ZodType>(schema: T | undefined, value: unknown) => {
  // Without a schema its type is that of `undefined`: `endpoint` makes sure of it.
  if (!schema) return undefined as z.output<T>
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const errors: Record<string, string[]> = {}
  for (const { path, message } of result.error.issues) {
    const field = path.join('.')
    errors[field] = [...(errors[field] ?? []), message]
  }
  throw invalid(errors)
}

const mayCall = (access: Access, viewer: Viewer | null) =>
  access === 'public' ||
  access === 'signed in' ||
  [access].flat().some((permission) => viewer?.permissions.some((held) => held === permission))

/** The page names the school it was loaded for: two tabs on two schools never write into the wrong one. */
export const checkSchool = (request: FastifyRequest, endpoint: Endpoint, viewer: Viewer | null) => {
  if (!viewer || !needsSchool(endpoint)) return
  if (viewer.school_id === null) throw conflict(ERROR_TEXTS.noSchool)
  const loadedFor = request.headers['x-school']
  if (loadedFor !== undefined && loadedFor !== String(viewer.school_id)) throw conflict(ERROR_TEXTS.otherSchool)
}

/** Detached work was slow: 401, 403 or 409 when the user has since signed out, lost the right or changed school. */
export const checkStill = (endpoint: Endpoint, before: Viewer | null, now: Viewer | null) => {
  if (!before) return
  if (now?.user_id !== before.user_id) throw unauthenticated()
  if (!mayCall(endpoint.access, now)) throw forbidden()
  if (needsSchool(endpoint) && now.school_id !== before.school_id) throw conflict(ERROR_TEXTS.otherSchool)
}

/** Throws 401, 419 or 403. */
export function admit(
  platform: Platform,
  endpoint: Endpoint,
  { request, viewer }: { request: FastifyRequest; viewer: Viewer | null },
) {
  if (endpoint.access !== 'public' && !viewer) throw unauthenticated()
  if (!endpoint.isSignedForm) checkCsrf(request, platform, viewer ? sessionToken(request, platform.appUrl) : undefined)
  if (!mayCall(endpoint.access, viewer)) throw forbidden()
}
