/** A queue of bytes, taken out in pieces of any length. */
export class ByteQueue {
  #parts: Buffer[] = []
  #length = 0

  get length() {
    return this.#length
  }

  add(part: Buffer) {
    this.#parts.push(part)
    this.#length += part.length
  }

  /** The first `count` bytes, or all bytes when there are fewer. */
  take(count: number): Buffer {
    const wanted = Math.min(count, this.#length)
    const taken: Buffer[] = []
    for (let missing = wanted; missing > 0; ) {
      const part = this.#parts[0] as Buffer
      const piece = part.subarray(0, missing)
      taken.push(piece)
      missing -= piece.length
      if (piece.length === part.length) this.#parts.shift()
      else this.#parts[0] = part.subarray(piece.length)
    }
    this.#length -= wanted
    return taken.length === 1 ? (taken[0] as Buffer) : Buffer.concat(taken)
  }
}
