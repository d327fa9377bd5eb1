import { inflateSync } from 'node:zlib'
import { expect, type Page } from '@playwright/test'

/** Reads the text of printed sheets; it only understands the PDF that Chromium writes. */

const objectsOf = (pdf: string) =>
  new Map([...pdf.matchAll(/(\d+) 0 obj\n([\s\S]*?)endobj/g)].map(([, id = '', text = '']) => [id, text]))
type Objects = ReturnType<typeof objectsOf>

const streamOf = (object = '') => {
  const start = object.indexOf('stream\n') + 'stream\n'.length
  const bytes = Buffer.from(object.slice(start, object.lastIndexOf('\nendstream')), 'latin1')
  return object.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : bytes.toString('latin1')
}

const fromHex = (hex: string) => Buffer.from(hex, 'hex').swap16().toString('utf16le')

/** The letters of a font's glyphs. */
const lettersOf = (objects: Objects, fontId: string) => {
  const letters = new Map<number, string>()
  const map = streamOf(objects.get(/\/ToUnicode (\d+)/.exec(objects.get(fontId) ?? '')?.[1] ?? ''))
  for (const [, block = ''] of map.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)) {
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      letters.set(Number.parseInt(glyph, 16), fromHex(text))
  }
  for (const [, block = ''] of map.matchAll(/beginbfrange([\s\S]*?)endbfrange/g)) {
    for (const [, from = '', to = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const first = Number.parseInt(from, 16)
      for (let glyph = first; glyph <= Number.parseInt(to, 16); glyph += 1)
        letters.set(glyph, String.fromCharCode(Number.parseInt(text, 16) + glyph - first))
    }
  }
  return letters
}

const textOf = (objects: Objects, sheet: string) => {
  const fonts = new Map(
    [...sheet.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => [name, lettersOf(objects, id)]),
  )
  const content = streamOf(objects.get(/\/Contents (\d+)/.exec(sheet)?.[1] ?? ''))
  let letters = new Map<number, string>()
  let text = ''
  for (const [, font, glyphs = ''] of content.matchAll(/\/(F\d+) [\d.]+ Tf|<([\dA-F]+)> Tj/g)) {
    if (font) letters = fonts.get(font) ?? new Map()
    for (const [glyph] of glyphs.matchAll(/.{4}/g)) text += letters.get(Number.parseInt(glyph, 16)) ?? ''
  }
  return text
}

/** On paper a blank is only a distance, not a letter. */
export const withoutBlanks = (text: string) => text.normalize('NFC').replace(/\s/g, '')

/** The text of each sheet, without blanks. */
export const printedSheets = async (page: Page) => {
  // A page that is still arriving is blank but for its title.
  await expect(page.locator('main[data-arriving]')).toHaveCount(0)
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const objects = objectsOf(pdf)
  const sheets = [...objects.values()].filter((object) => /\/Type \/Page\n/.test(object))
  return sheets.map((sheet) => withoutBlanks(textOf(objects, sheet)))
}
