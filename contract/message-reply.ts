import { z } from 'zod'

/** The message after an action that worked. */
export const MessageReply = z.object({ message: z.string() })
