import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { FILE_MESSAGES } from '#contract/formats.ts'
import { ApiError, invalid, unavailable } from './api-error.ts'
import { answerError } from './error-handler.ts'

const MB = 1024 * 1024
/** Files that may come in at once; each is held in memory until it is dealt with. */
const UPLOADS_MAX = 10

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

let arriving = 0

const takeRoom = async (_request: FastifyRequest, reply: FastifyReply) => {
  if (arriving >= UPLOADS_MAX) throw unavailable()
  arriving++
  reply.raw.once('close', () => {
    arriving--
  })
}

/** How a route takes files: a few at a time, and too large ones are told so in the spec's words (spec §5). */
const uploadOptions = (maxBytes: number) => ({
  bodyLimit: maxBytes,
  onRequest: takeRoom,
  errorHandler: (error: FastifyError, request: FastifyRequest, reply: FastifyReply) => {
    const text = FILE_MESSAGES.size(`${maxBytes / MB} MB`)
    const shown = error.statusCode === 413 ? (invalid({ file: [text] }, text) as unknown as FastifyError) : error
    return answerError(shown, request, reply)
  },
})

/** What a route says of the bodies it takes. */
export const bodyOptions = ({ isUpload, maxBodyBytes }: Pick<Endpoint, 'isUpload' | 'maxBodyBytes'>) => {
  if (maxBodyBytes === undefined) return {}
  return isUpload ? uploadOptions(maxBodyBytes) : { bodyLimit: maxBodyBytes }
}
