import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { RoleRefused } from '#server/db/app-role.ts'
import { isOutOfRoom } from '#server/db/failing-writes.ts'
import { ApiError, conflict, invalid, notFound, outOfRoom, unavailable } from './api-error.ts'
import { withoutData } from './log.ts'
import { asksForPage, notFoundPage } from './not-found-page.ts'

/**
 * Codes from pg and the network for a deadlock, no free connection, a server that is full, gone or silent, or a
 * statement that took too long. The answer says neither that something was saved nor that it was not: after a lost or
 * unconfirmed commit nobody knows, and the repetition with the same Idempotency-Key settles it.
 */
const BUSY_CODES = new Set([
  '40001',
  '40P01',
  '53300',
  '57014',
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  'COMMIT_UNCONFIRMED',
  'DATABASE_SILENT',
  'DATABASE_STANDBY',
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
])
/** Class 08: the connection is broken or was refused. */
const BUSY_CLASS = /^08[0-9A-Z]{3}$/
const BUSY_MESSAGES =
  /timeout exceeded when trying to connect|timeout expired|Query read timeout|Connection terminated|Client has encountered a connection error|Client was closed/

const isBusy = (error: { message?: string; code?: string }) =>
  error instanceof RoleRefused ||
  (error.code !== undefined && (BUSY_CODES.has(error.code) || BUSY_CLASS.test(error.code))) ||
  BUSY_MESSAGES.test(error.message ?? '')

/** Fastify's own refusals (unreadable JSON, wrong type, too large) in German. */
const REFUSALS: Record<number, string> = {
  400: ERROR_TEXTS.malformed,
  404: ERROR_TEXTS.notFound,
  413: ERROR_TEXTS.tooLarge,
  414: ERROR_TEXTS.tooLarge,
  415: ERROR_TEXTS.malformed,
  431: ERROR_TEXTS.tooLarge,
}

/** A value that PostgreSQL cannot take (22…: out of range, NUL in a text) is bad input that no schema caught. */
const isUnusableValue = ({ code = '' }: { code?: string }) => /^22[0-9A-Z]{3}$/.test(code)

/**
 * In a race one request deleted a row that the other's row refers to; without a race the use case refuses it earlier,
 * in its own words.
 */
const isTied = ({ code }: { code?: string }) => code === '23503'

/**
 * Why the database does not answer, for the log: the code if there is one, because PostgreSQL's messages can quote user
 * input.
 */
export const reasonOf = ({ code, message }: { code?: string; message: string }) => code ?? message

const toApiError = (error: FastifyError) => {
  if (error instanceof ApiError) return error
  if (isOutOfRoom(error)) return outOfRoom()
  if (isBusy(error)) return unavailable()
  if (isUnusableValue(error)) return invalid({})
  if (isTied(error)) return conflict(ERROR_TEXTS.tied)
  const message = REFUSALS[error.statusCode ?? 500]
  return message ? new ApiError(error.statusCode ?? 400, { message }) : undefined
}

/** The only place where an error becomes a reply; an unknown error reveals only the id of the request. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  const known = toApiError(error)
  if (!known) {
    request.log.error({ err: withoutData(error) }, 'unexpected')
    return reply.code(500).send({ message: ERROR_TEXTS.unknown, request: request.id })
  }
  if (isOutOfRoom(error) || error instanceof RoleRefused) request.log.error({ reason: reasonOf(error) }, 'database')
  if (known.retryAfterSeconds !== undefined) reply.header('Retry-After', String(known.retryAfterSeconds))
  return reply.code(known.status).type('application/json; charset=utf-8').send(known.body)
}

/** `webRoot` is the folder of the built web app, whose font the page not found borrows. */
export function setErrorHandlers(app: FastifyInstance, webRoot?: string) {
  const page = notFoundPage(webRoot === undefined ? [] : readdirSync(join(webRoot, 'assets')))
  app.setErrorHandler(answerError)
  app.setNotFoundHandler((request, reply) => {
    reply.code(404).header('Vary', 'Accept')
    return asksForPage(request) ? reply.type('text/html; charset=utf-8').send(page) : reply.send(notFound().body)
  })
}
