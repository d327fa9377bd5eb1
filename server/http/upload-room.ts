import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { ApiError, invalid, unavailable } from './api-error.ts'
import { answerError } from './error-handler.ts'

const MB = 1024 * 1024
/** Most uploads at the same time; each is in memory until it is handled. */
const UPLOADS_MAX = 10
/** The same for one school, so that no school blocks the others. */
const SCHOOL_UPLOADS_MAX = 3
/** The largest file arrives in this time through 3 Mbit/s. */
const ARRIVAL_SECONDS = 30

/** Uploads arrive as raw bytes; endpoints without upload refuse them (`checkBodyKind`). */
export function acceptUploads(app: FastifyInstance) {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** The fields of a form that another server has posted. */
class PostedForm {
  constructor(fields: Record<string, string>) {
    Object.assign(this, fields)
  }
}

/** A signed token and no more. */
const FORM_BYTES_MAX = 20_000

/** Some endpoints take forms of other servers; all others refuse them (`checkBodyKind`). */
export function acceptForms(app: FastifyInstance) {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES_MAX },
    (_request, body, done) => done(null, new PostedForm(Object.fromEntries(new URLSearchParams(String(body))))),
  )
}

const kindOf = (body: unknown) => {
  if (Buffer.isBuffer(body)) return 'file'
  return body instanceof PostedForm ? 'form' : 'json'
}

/** 415 when a file or a form comes in place of JSON, or the other way round. */
export const checkBodyKind = (
  { isUpload, isSignedForm }: Pick<Endpoint, 'isUpload' | 'isSignedForm'>,
  body: unknown,
) => {
  const wanted = isUpload ? 'file' : isSignedForm ? 'form' : 'json'
  if (body !== undefined && kindOf(body) !== wanted) throw new ApiError(415, { message: ERROR_TEXTS.malformed })
}

/** Running uploads, by the school that each was admitted for. */
const arriving: (number | null)[] = []

/**
 * Decides who may send a file, before a byte of it is read; returns the school that the upload counts for. Throws 401,
 * 419 or 403.
 */
type Admission = (request: FastifyRequest) => Promise<number | null>

/** A slow upload blocks a slot that others need, so it is cut off. */
const endSlow = ({ raw }: FastifyRequest) => {
  const timer = setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, ARRIVAL_SECONDS * 1000)
  return () => clearTimeout(timer)
}

const takeRoom = (admit: Admission) => async (request: FastifyRequest, reply: FastifyReply) => {
  const school = await admit(request)
  if (reply.raw.destroyed) return
  const ofSchool = arriving.filter((one) => one === school).length
  if (arriving.length >= UPLOADS_MAX || ofSchool >= SCHOOL_UPLOADS_MAX) throw unavailable()
  arriving.push(school)
  const stopWaiting = endSlow(request)
  reply.raw.once('close', () => {
    arriving.splice(arriving.indexOf(school), 1)
    stopWaiting()
  })
}

/** How a route takes files: a few at a time, and a file that is too large gets the message of spec §5. */
const uploadOptions = (maxBytes: number, admit: Admission) => ({
  bodyLimit: maxBytes,
  onRequest: takeRoom(admit),
  errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const text = FILE_MESSAGES.size(`${maxBytes / MB} MB`)
    const shown = error.statusCode === 413 ? (invalid({ file: [text] }, text) as unknown as FastifyError) : error
    return answerError(shown, request, reply)
  },
})

/** Body options of a route. */
export const bodyOptions = (
  { isUpload, maxBodyBytes }: Pick<Endpoint, 'isUpload' | 'maxBodyBytes'>,
  admit: Admission,
) => {
  if (maxBodyBytes === undefined) return {}
  return isUpload ? uploadOptions(maxBodyBytes, admit) : { bodyLimit: maxBodyBytes }
}
