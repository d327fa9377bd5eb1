import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

export type FontName = 'regular' | 'bold'

const require = createRequire(import.meta.url)
const FILES: Record<FontName, string> = {
  regular: 'source-sans/TTF/SourceSans3-Regular.ttf',
  bold: 'source-sans/TTF/SourceSans3-Semibold.ttf',
}
const fonts = new Map<FontName, Buffer>()
/** The whole font: the web's subsets lack letters of real names. */
export const fontFile = (name: FontName) => {
  const read = fonts.get(name) ?? readFileSync(require.resolve(FILES[name]))
  fonts.set(name, read)
  return read
}
