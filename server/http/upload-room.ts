import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { ApiError, invalid, unavailable } from './api-error.ts'
import { answerError } from './error-handler.ts'

const MB = 1024 * 1024
/** Files that may come in at once; each is held in memory until it is dealt with. */
const UPLOADS_MAX = 10
/** Of one school, so that none keeps the others waiting. */
const SCHOOL_UPLOADS_MAX = 3
/** The largest file comes in that time through 3 Mbit/s. */
const ARRIVAL_SECONDS = 30

/** Files arrive as they are; what is no upload refuses them (`checkBodyKind`). */
export function acceptUploads(app: FastifyInstance) {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  )
}

/** 415 when a file comes where JSON belongs, or the other way round. */
export const checkBodyKind = (isUpload: boolean, body: unknown) => {
  if (body !== undefined && Buffer.isBuffer(body) !== isUpload)
    throw new ApiError(415, { message: ERROR_TEXTS.malformed })
}

/** Those under way, by whom each was admitted. */
const arriving: (number | null)[] = []

/** Who may send a file, said before a byte of it is read: the school whose room it takes. Throws 401, 419 or 403. */
type Admission = (request: FastifyRequest) => Promise<number | null>

/** Who sends too slowly takes a place from others: whatever is not there by then is not waited for. */
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

/** How a route takes files: a few at a time, and too large ones are told so in the spec's words (spec §5). */
const uploadOptions = (maxBytes: number, admit: Admission) => ({
  bodyLimit: maxBytes,
  onRequest: takeRoom(admit),
  errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const text = FILE_MESSAGES.size(`${maxBytes / MB} MB`)
    const shown = error.statusCode === 413 ? (invalid({ file: [text] }, text) as unknown as FastifyError) : error
    return answerError(shown, request, reply)
  },
})

/** What a route says of the bodies it takes. */
export const bodyOptions = (
  { isUpload, maxBodyBytes }: Pick<Endpoint, 'isUpload' | 'maxBodyBytes'>,
  admit: Admission,
) => {
  if (maxBodyBytes === undefined) return {}
  return isUpload ? uploadOptions(maxBodyBytes, admit) : { bodyLimit: maxBodyBytes }
}
