/** 128 random bits, e.g. for an `Idempotency-Key`; `randomUUID` exists only with TLS. */
export const randomKey = () =>
  [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
