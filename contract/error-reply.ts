import { z } from 'zod'

/** Every refusal has this shape (domain §9a); `errors` maps dotted field names to their messages, first one shown. */
export const ErrorReply = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
})
export type ErrorReply = z.output<typeof ErrorReply>
