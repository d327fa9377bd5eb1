/** FNV-1a over the name, so that each stream begins elsewhere. */
const hashName = (name: string, seed: number) => {
  let hash = seed ^ 0x811c9dc5
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The same seed always gives the same numbers on every machine (mulberry32): the demo never calls Math.random. */
export class SeededRandom {
  readonly #seed: number
  #state: number

  constructor(seed: number) {
    this.#seed = seed
    this.#state = seed >>> 0
  }

  /** A separate stream, so that the draws of one part do not change those of another. */
  stream(name: string) {
    return new SeededRandom(hashName(name, this.#seed))
  }

  /** 0 ≤ number < 1. */
  next() {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = this.#state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }

  /** A whole number from min to max, both included. */
  int(min: number, max: number) {
    return min + Math.floor(this.next() * (max - min + 1))
  }

  isHit(probability: number) {
    return this.next() < probability
  }

  /** Twelve even numbers added come near enough to the bell curve. */
  normal(mean: number, deviation: number) {
    let sum = -6
    for (let i = 0; i < 12; i++) sum += this.next()
    return mean + deviation * sum
  }

  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new Error('Nothing to pick from.')
    return found
  }

  /** Picks one of the values; each is as likely as its weight says. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.next() * choices.reduce((sum, [, weight]) => sum + weight, 0)
    for (const [value, weight] of choices) {
      left -= weight
      if (left < 0) return value
    }
    return this.pick(choices)[0]
  }

  shuffled<T>(list: readonly T[]): T[] {
    const copy = [...list]
    for (let last = copy.length - 1; last > 0; last--) {
      const other = this.int(0, last)
      const [a, b] = [copy[last], copy[other]]
      if (a === undefined || b === undefined) continue
      copy[last] = b
      copy[other] = a
    }
    return copy
  }

  uuid() {
    const hex = Array.from({ length: 32 }, () => this.int(0, 15).toString(16))
    hex[12] = '4'
    hex[16] = '89ab'[this.int(0, 3)] ?? '8'
    return hex.join('').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
  }
}

/** Divides `total` by weight into whole numbers with the same sum; what is left over goes to the largest fractions. */
export const shareOut = <T>(total: number, choices: readonly (readonly [T, number])[]): T[] => {
  const sum = choices.reduce((all, [, weight]) => all + weight, 0)
  const shares = choices.map(([value, weight], index) => {
    const exact = (total * weight) / sum
    return { value, index, count: Math.floor(exact), rest: exact - Math.floor(exact) }
  })
  const left = total - shares.reduce((all, { count }) => all + count, 0)
  const favoured = new Set([...shares].sort((a, b) => b.rest - a.rest || a.index - b.index).slice(0, left))
  return shares.flatMap((share) => Array<T>(share.count + (favoured.has(share) ? 1 : 0)).fill(share.value))
}
