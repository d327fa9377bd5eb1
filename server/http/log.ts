import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/** The destination of log lines, in place of standard output. */
export interface LogStream {
  write(line: string): void
}

/**
 * JSON logs without personal data or tokens: the route's pattern instead of the address, no query, no headers, no
 * bodies, no network address (security case 29).
 */
export const logOptions = (level: string, stream?: LogStream): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream ? { stream } : {}),
  base: null,
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
    res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
  },
})
