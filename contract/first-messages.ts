/** Spec §5: only the first message of each field is shown. */
export const firstMessages = (errors: Readonly<Record<string, readonly string[]>>): Record<string, string> =>
  Object.fromEntries(Object.entries(errors).flatMap(([field, [first]]) => (first ? [[field, first]] : [])))
