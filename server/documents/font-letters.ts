import PDFDocument from 'pdfkit'
import { fontFile } from './pdf-document.ts'

interface Letters {
  hasGlyphForCodePoint(code: number): boolean
}

let letters: Letters | undefined
/** The letters of the papers' font, read once. */
const readLetters = () => {
  const doc = new PDFDocument({ autoFirstPage: false, font: null as never })
  doc.registerFont('regular', fontFile('regular') as never).font('regular')
  return (doc as unknown as { _font: { font: Letters } })._font.font
}

/** Letters of the text that the font lacks, each once; on paper they would be empty boxes. */
export const lettersLacking = (text: string): string[] => {
  letters ??= readLetters()
  const { hasGlyphForCodePoint } = letters
  const drawn = [...new Set(text.normalize('NFC'))].filter((letter) => /[\p{L}\p{N}\p{P}\p{S}]/u.test(letter))
  return drawn.filter((letter) => !hasGlyphForCodePoint.call(letters, letter.codePointAt(0) ?? 0))
}
