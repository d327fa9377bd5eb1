/** The library that reads and writes pictures, loaded at its first use (ADR 0078). */
export async function imageLibrary() {
  const { default: sharp } = await import('sharp')
  // No image is used twice.
  sharp.cache(false)
  return sharp
}
