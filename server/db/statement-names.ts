interface Counted {
  uses: number
  name: string | undefined
}

/**
 * Names for the statements that a pool sends most: PostgreSQL parses and plans a named one once per connection, which
 * often takes longer than running it. Each costs every connection some memory, so there are at most `max` names. They
 * belong to the texts that are used most lately: a text that is used more than twice as often as another gets a new name,
 * and the other loses its own. No name is given twice.
 */
export class StatementNames {
  readonly #max: number
  readonly #counted = new Map<string, Counted>()
  /** The texts that have names; the one at `#next` is compared next. */
  readonly #named: string[] = []
  readonly #names = new Set<string>()
  #next = 0
  #given = 0
  #uses = 0

  constructor(max: number) {
    this.#max = max
  }

  /** How many names are no longer used. */
  get retired() {
    return this.#given - this.#names.size
  }

  /** The name to use for this text now, if it has one. */
  nameOf(text: string) {
    if (text.length > LENGTH_MAX) return undefined
    const counted = this.#count(text)
    if (counted.name === undefined) this.#nameIfUsedMore(text, counted)
    return counted.name
  }

  /** Whether the name was given by this object and is no longer used. */
  isRetired(name: string) {
    return NAME.test(name) && !this.#names.has(name)
  }

  #count(text: string) {
    this.#uses += 1
    if (this.#uses % FORGET_AFTER === 0) this.#forgetHalf()
    const known = this.#counted.get(text)
    if (known) {
      known.uses += 1
      return known
    }
    if (this.#counted.size >= this.#max * COUNTED_PER_NAME) this.#forgetHalf()
    const counted: Counted = { uses: 1, name: undefined }
    this.#counted.set(text, counted)
    return counted
  }

  /** What was used long ago counts less and less. */
  #forgetHalf() {
    for (const [text, counted] of this.#counted) {
      counted.uses = Math.floor(counted.uses / 2)
      if (counted.uses === 0 && counted.name === undefined) this.#counted.delete(text)
    }
  }

  #nameIfUsedMore(text: string, counted: Counted) {
    const index = this.#named.length < this.#max ? this.#named.length : this.#next
    const other = this.#counted.get(this.#named[index] ?? '')
    if (other) {
      this.#next = (index + 1) % this.#max
      if (counted.uses <= 2 * other.uses) return
      this.#names.delete(other.name ?? '')
      other.name = undefined
    }
    this.#given += 1
    counted.name = `q${this.#given}`
    this.#named[index] = text
    this.#names.add(counted.name)
  }
}

const NAME = /^q\d+$/
/** After this many uses, earlier ones count half. */
const FORGET_AFTER = 20_000
/** For each name, this many texts are counted. */
const COUNTED_PER_NAME = 5
/** Longer texts insert many rows at once, and hardly ever come again with as many. In characters. */
const LENGTH_MAX = 20_000
