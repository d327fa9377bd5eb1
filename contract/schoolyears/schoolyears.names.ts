const NAME = /^(\d{4})\s*\/\s*(\d{2}|\d{4})$/

/**
 * The full name of a school year: `2027/28` and `2027/2028` are the same (domain §1.2); undefined when the text names
 * none.
 */
export const readSchoolyearName = (text: string): string | undefined => {
  const [, first = '', second = ''] = NAME.exec(text.trim()) ?? []
  const next = String(Number(first) + 1)
  return first !== '' && (second === next || second === next.slice(2)) ? `${first}/${next}` : undefined
}
