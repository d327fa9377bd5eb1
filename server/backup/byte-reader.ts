import { ByteQueue } from './byte-queue.ts'

/** Reads pieces of any length from a stream. */
export class ByteReader {
  readonly #source: AsyncIterator<Buffer>
  readonly #waiting = new ByteQueue()

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** The next `count` bytes, or fewer when the stream ends first. */
  async read(count: number) {
    await this.#fill(count)
    return this.#waiting.take(count)
  }

  async isAtEnd() {
    await this.#fill(1)
    return this.#waiting.length === 0
  }

  async #fill(count: number) {
    while (this.#waiting.length < count) {
      const { value, done } = await this.#source.next()
      if (done) return
      this.#waiting.add(value)
    }
  }
}
