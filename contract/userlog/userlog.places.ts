export interface PlacesChange {
  grade: number
  /** „2026/2027“ */
  year: string
  /** Null: no number is set. */
  from: number | null
  to: number | null
}

const NOT_SET = 'none'

/** The format in which the log stores a changed number of seats, which is nothing personal: `places:1:2026/2027:40>42`. */
export const placesTransition = ({ grade, year, from, to }: PlacesChange) =>
  `places:${grade}:${year}:${from ?? NOT_SET}>${to ?? NOT_SET}`

const PLACES = /^places:(\d+):(\d{4}\/\d{4}):(\d+|none)>(\d+|none)$/

const numberText = (number = '') => (number === NOT_SET ? 'ohne Angabe' : number)

/** The seats of a grade in a year, as an object of the log. */
export const placesLabel = (grade: number | string, year: string) => `Klassenstufe ${grade}, ${year}`

/** „Klassenstufe 1, 2026/2027: Plätze 40 → 42“; undefined for every other field. */
export const placesText = (field: string) => {
  const [, grade, year = '', from, to] = PLACES.exec(field) ?? []
  if (grade === undefined) return undefined
  return `${placesLabel(grade, year)}: Plätze ${numberText(from)} → ${numberText(to)}`
}
