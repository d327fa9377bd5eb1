const PLACEHOLDER = /\{([^{}]*)\}/g

/** Texts in braces that are not among the given names, each once. */
export const unknownPlaceholders = (text: string, names: readonly string[]) => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name).filter((name) => !names.includes(name))),
]

export const hasPlaceholder = (text: string, name: string) => text.includes(`{${name}}`)

/** Replaces the placeholders once, so a value is never read as a placeholder. Unknown ones stay as typed. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string | undefined>>) =>
  text.replace(PLACEHOLDER, (whole, name: string) => (Object.hasOwn(values, name) ? (values[name] ?? whole) : whole))

export const bracedNames = (names: readonly string[]) => names.map((name) => `{${name}}`)

/** A brace that belongs to no placeholder, such as one that was never closed. */
export const hasLoneBrace = (text: string) => /[{}]/.test(text.replace(PLACEHOLDER, ''))

/** Braces that belong to no placeholder with the word at them, each once: „{Schule“, „Schule}“ or „{“ alone. */
export const loneBraces = (text: string) => [
  ...new Set(text.replace(PLACEHOLDER, ' ').match(/\{[\p{L}\p{N}-]*|[\p{L}\p{N}-]*\}/gu) ?? []),
]
