import { expect, test } from 'vitest'
import { LEGAL_KEYS } from './legal.ts'
import { gapsOf, withoutGaps } from './legal-gaps.ts'
import { LEGAL_TEMPLATES } from './legal-templates.ts'

test('visitors read no line that nobody has filled in, and no heading above nothing', () => {
  const text = `## Wer\n\nWir.\n\n## Register\n\nNummer: *noch nicht eingetragen*\n\n### Gericht\n\nGericht: *noch nicht eingetragen*\n\n## Ende\n\n- Ort: hier\n- Zeit: noch nicht eingetragen`
  expect(withoutGaps(text)).toBe('## Wer\n\nWir.\n\n## Ende\n\n- Ort: hier')
  expect(gapsOf(text)).toEqual(['Nummer', 'Gericht', 'Zeit'])
})

test('a heading that somebody left empty stays', () => {
  expect(withoutGaps('## Neu\n\n## Alt\n\nX: *noch nicht eingetragen*\n\n## Ende')).toBe('## Neu\n\n## Ende')
})

test('a text without gaps stays as it is', () => {
  const text = '## Eins\n\n\nZwei  \n\n## Drei'
  expect(withoutGaps(text)).toBe(text)
  expect(gapsOf(text)).toEqual([])
})

test.each(LEGAL_KEYS)('%s as it comes with the product shows no gap, and names each one', (key) => {
  expect(withoutGaps(LEGAL_TEMPLATES[key])).not.toContain('eingetragen')
  const gaps = {
    impressum: ['Vertreten durch', 'Register und Nummer'],
    datenschutz: [],
    barrierefreiheit: ['Zuständig'],
  }
  expect(gapsOf(LEGAL_TEMPLATES[key])).toEqual(gaps[key])
})
