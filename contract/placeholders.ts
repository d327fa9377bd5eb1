import { isOneSlipApart } from './registrations/duplicates.ts'

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

/** The placeholder that a mistyped one is meant to be; undefined when none is near. */
export const nearestName = <Name extends string>(name: string, allowed: readonly Name[]) =>
  allowed.find((one) => isOneSlipApart(name.toLowerCase(), one.toLowerCase()))

/** Says which placeholders do not exist and which ones were probably meant. */
export const unknownFault = (unknown: readonly string[], allowed: readonly string[]) => {
  const near = unknown.flatMap((name) => nearestName(name, allowed) ?? [])
  const question = near.length > 0 ? ` Meinten Sie ${bracedNames(near).join(', ')}?` : ''
  return `Diesen Platzhalter gibt es nicht: ${bracedNames(unknown).join(', ')}.${question}`
}

/** A brace that belongs to no placeholder, such as one that was never closed. */
export const hasLoneBrace = (text: string) => /[{}]/.test(text.replace(PLACEHOLDER, ''))

/** Braces that belong to no placeholder with the word at them, each once: „{Schule“, „Schule}“ or „{“ alone. */
export const loneBraces = (text: string) => [
  ...new Set(text.replace(PLACEHOLDER, ' ').match(/\{[\p{L}\p{N}-]*|[\p{L}\p{N}-]*\}/gu) ?? []),
]
