import { z } from 'zod'

/** What an action says when it worked. */
export const MessageReply = z.object({ message: z.string() })
