import type { FastifyReply } from 'fastify'
import type { FileReply } from '#contract/file-reply.ts'

/** RFC 5987: this form lets every browser read any letter in a name. */
const encoded = (filename: string) =>
  encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/**
 * If a browser displays a file after all, it may run nothing, load nothing and is no part of this site (security case
 * 24).
 */
const FILE_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'"

/** Sends a file to be saved; it never opens in place of the page. */
export const sendFile = (reply: FastifyReply, { filename, media_type, content }: FileReply) =>
  reply
    .header('Content-Type', media_type)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encoded(filename)}`)
    .header('Content-Security-Policy', FILE_POLICY)
    .header('X-Content-Type-Options', 'nosniff')
    .send(Buffer.from(content))
