import type { FastifyReply } from 'fastify'
import type { FileReply } from '#contract/file-reply.ts'

/** RFC 5987: every browser takes any letter in a name that way. */
const encoded = (filename: string) =>
  encodeURIComponent(filename).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)

/** Sends a file to be saved, never to be opened in the page's place. */
export const sendFile = (reply: FastifyReply, { filename, media_type, content }: FileReply) =>
  reply
    .header('Content-Type', media_type)
    .header('Content-Disposition', `attachment; filename*=UTF-8''${encoded(filename)}`)
    .send(Buffer.from(content))
