import { z } from 'zod'

/** A file as an answer: sent as it is under its name, not as JSON (`Endpoint.isFile`). */
export const FileReply = z.object({
  filename: z.string(),
  media_type: z.string(),
  content: z.instanceof(Uint8Array),
})
export type FileReply = z.output<typeof FileReply>

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
