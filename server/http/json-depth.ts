import type { FastifyInstance } from 'fastify'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { ApiError } from './api-error.ts'

/** Much deeper than any form of the contract; recursive code never meets deeper bodies (security case 22). */
const DEPTH_MAX = 20

const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isDeeper(part, levels - 1)))

/** Refuses bodies that are nested more deeply than any contract needs, before any other code reads them. */
export function refuseDeepJson(app: FastifyInstance) {
  app.addHook('preValidation', async (request) => {
    if (!Buffer.isBuffer(request.body) && isDeeper(request.body, DEPTH_MAX))
      throw new ApiError(400, { message: ERROR_TEXTS.malformed })
  })
}
