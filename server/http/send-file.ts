import type { FastifyReply } from 'fastify'
import type { FileReply } from '#contract/file-reply.ts'

/** RFC 5987: every browser takes any letter in a name that way. */
const encoded = (filename: string) =>
  encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** If a browser shows a file after all, it may run nothing, load nothing and be no part of this site (security case 24). */
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Sends a file to be saved, never to be opened in the page's place. */
export const sendFile = (reply: FastifyReply, { filename, media_type, content }: FileReply) =>
  reply
    .header('Content-Type', media_type)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encoded(filename)}`)
    .header('Content-Security-Policy', FILE_POLICY)
    .header('X-Content-Type-Options', 'nosniff')
    .send(Buffer.from(content))
