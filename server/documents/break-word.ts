type Fits = (text: string) => boolean

const brokenAnywhere = (word: string, fits: Fits) => {
  const parts = ['']
  for (const sign of word) {
    const longer = `${parts.at(-1)}${sign}`
    if (parts.at(-1) === '' || fits(longer)) parts[parts.length - 1] = longer
    else parts.push(sign)
  }
  return parts
}

/**
 * Breaks before @, otherwise also before dots: a line that begins with one of these shows that the address continues.
 */
const brokenAddress = (address: string, fits: Fits) => {
  const halves = address.split(/(?=@)/)
  if (halves.length === 2 && halves.every(fits)) return halves
  const parts: string[] = []
  for (const piece of address.split(/(?=[@.])/)) {
    const last = parts.at(-1)
    if (last !== undefined && fits(last + piece)) parts[parts.length - 1] = last + piece
    else parts.push(...brokenAnywhere(piece, fits))
  }
  return parts
}

/** Breaks a word so that each part fits and no two neighbours would fit together; joined they are the word again. */
export const breakWord = (word: string, fits: Fits) => {
  if (fits(word)) return [word]
  return word.includes('@') ? brokenAddress(word, fits) : brokenAnywhere(word, fits)
}
