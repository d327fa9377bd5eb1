import type { SeededRandom } from './seeded-random.ts'

/**
 * The only mobile number reserved for fiction (domain §8). Only few people have it, otherwise every search for a number
 * would find everybody.
 */
export const MOBILE = '0152 28817386'

/** One of the thousand landlines reserved for fiction by the Bundesnetzagentur (domain §8). */
export const landline = (end: number) => `030 23125-${String(end).padStart(3, '0')}`

/** Numbers of the schools and their employees. */
const isTaken = (end: number) => end === 100 || end === 200 || (end >= 300 && end < 350)

/** Landline numbers for families; none is used twice before all are used. */
export class LandlineBook {
  readonly #random: SeededRandom
  #left: number[] = []

  constructor(random: SeededRandom) {
    this.#random = random
  }

  next() {
    if (this.#left.length === 0)
      this.#left = this.#random.shuffled(Array.from({ length: 1000 }, (_, end) => end)).filter((end) => !isTaken(end))
    return landline(this.#left.pop() ?? 0)
  }
}
