import { fontFile } from './font-file.ts'

interface Letters {
  hasGlyphForCodePoint(code: number): boolean
}

let letters: Letters | undefined
/** The letters of the papers' font, read once. */
const readLetters = async () => {
  // Loaded at its first use (ADR 0078).
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ autoFirstPage: false, font: null as never })
  doc.registerFont('regular', fontFile('regular') as never).font('regular')
  return (doc as unknown as { _font: { font: Letters } })._font.font
}

/**
 * Opens the papers' font; the returned function finds the letters of a text that the font lacks, each once. On paper they
 * would be empty boxes.
 */
export async function openFontLetters() {
  letters ??= await readLetters()
  const known = letters
  return (text: string): string[] => {
    const drawn = [...new Set(text.normalize('NFC'))].filter((letter) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter))
    return drawn.filter((letter) => !known.hasGlyphForCodePoint(letter.codePointAt(0) ?? 0))
  }
}
