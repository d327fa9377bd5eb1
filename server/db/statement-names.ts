interface Counted {
  uses: number
  name: string | undefined
}

/**
 * Names for the statements that a process sends most: PostgreSQL parses and plans a named one once per connection, which
 * often takes longer than running it. Each costs every connection some memory, so there are at most `max` names. They
 * belong to the texts that are used most lately: one that is used more than twice as often takes the name of another.
 */
export class StatementNames {
  readonly #max: number
  readonly #counted = new Map<string, Counted>()
  /** The texts that have names; `#next` is the place of the one that is compared next. */
  readonly #named: string[] = []
  readonly #names = new Set<string>()
  #next = 0
  #given = 0
  #uses = 0
  #retired = 0

  constructor(max: number) {
    this.#max = max
  }

  /** How many names were given up until now. */
  get retired() {
    return this.#retired
  }

  /** The name to use for this text now, if it has one. */
  nameOf(text: string) {
    const counted = this.#count(text)
    if (counted.name === undefined) this.#nameIfUsedMore(text, counted)
    return counted.name
  }

  /** Whether the name was given by this object, and is not used any more. No name is given twice. */
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
    const place = this.#named.length < this.#max ? this.#named.length : this.#next
    const other = this.#counted.get(this.#named[place] ?? '')
    if (other) {
      this.#next = (place + 1) % this.#max
      if (counted.uses <= 2 * other.uses) return
      this.#retire(other)
    }
    this.#given += 1
    counted.name = `q${this.#given}`
    this.#named[place] = text
    this.#names.add(counted.name)
  }

  #retire(counted: Counted) {
    this.#names.delete(counted.name ?? '')
    counted.name = undefined
    this.#retired += 1
  }
}

const NAME = /^q\d+$/
/** So many uses later, earlier ones count half. */
const FORGET_AFTER = 20_000
/** So many texts are counted for each name. */
const COUNTED_PER_NAME = 5
