import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { breakWord } from './break-word.ts'

const within = (width: number) => (text: string) => text.length <= width

describe('a word that is too long', () => {
  test.each([
    [20, 'anna@example.org', ['anna@example.org']],
    [20, 'anna.mustermann@example.org', ['anna.mustermann', '@example.org']],
    [14, 'anna.mustermann@example.org', ['anna', '.mustermann', '@example.org']],
    [8, 'a@musterschule.org', ['a', '@musters', 'chule', '.org']],
    [4, 'Donaudampf', ['Dona', 'udam', 'pf']],
    [4, 'u.s.w.usf.', ['u.s.', 'w.us', 'f.']],
  ])('in %i letters, %s', (width, word, parts) => expect(breakWord(word, within(width))).toEqual(parts))

  test('loses nothing, fits, and needs each of its lines', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '.', '@', 'ü'), minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(word, fc.integer({ min: 1, max: 12 }), (text, width) => {
        const parts = breakWord(text, within(width))
        expect(parts.join('')).toBe(text)
        for (const [index, part] of parts.entries()) {
          expect(part.length).toBeLessThanOrEqual(width)
          if (index > 0) expect(`${parts[index - 1]}${part}`.length).toBeGreaterThan(width)
        }
      }),
    )
  })
})
