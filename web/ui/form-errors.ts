import type { z } from 'zod'

/** The faults that a schema of the contract finds: the first message of each field by its dotted name (spec §5). */
export const schemaErrors =
  (schema: z.ZodType) =>
  (values: unknown): Record<string, string> => {
    const errors: Record<string, string> = {}
    for (const { path, message } of schema.safeParse(values).error?.issues ?? []) errors[path.join('.')] ??= message
    return errors
  }
