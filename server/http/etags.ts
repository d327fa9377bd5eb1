import { createHash } from 'node:crypto'

/** The tag of an answer (RFC 9110 §8.8.3): it changes with its body. */
export const etagOf = (body: string) => `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`

/** Whether the browser already has this answer: its tag, one of several, or any (RFC 9110 §13.1.2). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string) =>
  ifNoneMatch === etag ||
  (ifNoneMatch?.split(',').some((part) => ['*', etag, `W/${etag}`].includes(part.trim())) ?? false)
