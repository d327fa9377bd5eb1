import type { FastifyError, FastifyRequest, FastifyServerOptions } from 'fastify'

/** The destination of log lines, in place of standard output. */
export interface LogStream {
  write(line: string): void
}

/** Which part of the program a line is about. */
export type LogPart = 'start' | 'server' | 'jobs' | 'mail' | 'backup' | 'watch'

/**
 * The part of an error that may be logged: PostgreSQL's messages, the first line of a stack, and the messages about text
 * that is no JSON can quote user input.
 */
export const withoutData = ({ name, code, message, stack = '' }: Error & { code?: unknown }) => ({
  type: name,
  code,
  ...(code === undefined && name !== 'SyntaxError' ? { message } : {}),
  stack: stack.split('\n').slice(1).join('\n'),
})

/** The same for anything that was thrown. */
export const loggable = (thrown: unknown) => (thrown instanceof Error ? withoutData(thrown) : { type: typeof thrown })

/** The shape that Fastify's types ask for; a message that is left out is no fault. */
type LoggedError = { type: string; message: string; stack: string }

/**
 * JSON logs without personal data or tokens: the route's pattern instead of the address, no query, no headers, no
 * bodies, no network address (security case 29). Every line of the program has this form (docs/operations.md).
 */
export const logOptions = (level: string, stream?: LogStream): NonNullable<FastifyServerOptions['logger']> => ({
  level,
  ...(stream ? { stream } : {}),
  base: null,
  // A line that names its own part overrides this one.
  mixin: () => ({ part: 'server' satisfies LogPart }),
  timestamp: () => `,"time":"${new Date().toISOString()}"`,
  formatters: { level: (name: string) => ({ level: name }) },
  serializers: {
    req: (request: FastifyRequest) => ({ method: request.method, route: request.routeOptions?.url ?? 'unknown' }),
    res: (reply: { statusCode: number }) => ({ statusCode: reply.statusCode }),
    err: (error: FastifyError) => (error instanceof Error ? withoutData(error) : error) as LoggedError,
  },
})

interface Said {
  level?: 'info' | 'warn' | 'error'
  part?: LogPart
}

/**
 * A line outside a request, which appears whatever LOG_LEVEL is, such as those of the start: plain text for a person at a
 * terminal, otherwise the form of the log.
 */
export function say(text: string, { level = 'info', part = 'start' }: Said = {}) {
  const line = { level, time: new Date().toISOString(), part, msg: text.replaceAll(/\s+/g, ' ').trim() }
  process.stdout.write(`${process.stdout.isTTY ? text : JSON.stringify(line)}\n`)
}
