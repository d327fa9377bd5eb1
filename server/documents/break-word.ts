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

/** An address breaks before @ and dots: a line that begins so shows that it goes on. */
const piecesOf = (word: string) => (word.includes('@') ? word.split(/(?=[@.])/) : [word])

/** A word in as many parts as it needs to fit; together they are the word. */
export const breakWord = (word: string, fits: Fits) => {
  if (fits(word)) return [word]
  const parts: string[] = []
  for (const piece of piecesOf(word)) {
    const last = parts.at(-1)
    if (last !== undefined && fits(last + piece)) parts[parts.length - 1] = last + piece
    else parts.push(...brokenAnywhere(piece, fits))
  }
  return parts
}
