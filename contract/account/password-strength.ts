const FEW_KINDS = 4
const LONG_ENOUGH = 12

/** `aaaaaaaa`, dates or numbers are guessed soon, even when they are on no list. */
export const isTooSimple = (password: string) => {
  const characters = [...password]
  if (new Set(characters).size < FEW_KINDS) return true
  return characters.length < LONG_ENOUGH && !/\p{L}/u.test(password)
}

/** Rates a password while it is typed; the server's list of common ones is not known here. */
export const passwordStrength = (password: string) => {
  const length = [...password].length
  if (length < 8) return { level: 0, text: `Noch ${8 - length} Zeichen` } as const
  if (isTooSimple(password)) return { level: 1, text: 'leicht zu erraten' } as const
  if (length < 12) return { level: 2, text: 'ausreichend' } as const
  if (length < 16) return { level: 3, text: 'gut' } as const
  return { level: 4, text: 'sehr gut' } as const
}
