/** The value at a dotted key; undefined when there is none. */
export const answerAt = (form: unknown, key: string): unknown =>
  key.split('.').reduce<unknown>((value, part) => (value as Record<string, unknown> | null | undefined)?.[part], form)

/** A copy of the form with another answer at a dotted key; missing levels are made, numbers as lists. */
export const withAnswer = <T>(form: T, key: string, answer: unknown): T => {
  const [part = '', ...rest] = key.split('.')
  const copy: Record<string, unknown> = Array.isArray(form) ? ([...form] as never) : { ...(form as object) }
  const below = copy[part] ?? (/^\d+$/.test(rest[0] ?? '') ? [] : {})
  copy[part] = rest.length === 0 ? answer : withAnswer(below, rest.join('.'), answer)
  return copy as T
}
