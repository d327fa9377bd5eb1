import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ACCENT_CONTRAST, ACCENT_SWATCHES, accentContrast, accentForDark, accentForLight, contrast } from './accent.ts'
import { SeenAccent } from './schools/school.record.ts'

const LIGHT = ['#fbfaf7', '#ffffff']
const DARK = ['#14181f', '#1b212a']
const lowest = (accent: string, grounds: readonly string[]) =>
  Math.min(...grounds.map((ground) => contrast(accent, ground)))

const anyAccent = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, '0')}`)

describe('the contrast of two colours', () => {
  // Published pairs of WCAG 2: #767676 is the lightest grey that reaches 4.5:1 on white, #949494 the one of 3:1.
  test.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#767676', '#ffffff', 4.54],
    ['#949494', '#ffffff', 3.03],
  ])('of %s on %s is %d', (a, b, expected) => {
    expect(contrast(a, b)).toBeCloseTo(expected, 2)
    expect(contrast(b, a)).toBe(contrast(a, b))
  })
})

describe('the colour of a school', () => {
  test.each(ACCENT_SWATCHES)('$name has enough contrast on both grounds, light and dark', ({ accent }) => {
    expect(accentContrast(accent)).toBeGreaterThanOrEqual(ACCENT_CONTRAST)
    expect(accentForLight(accent)).toBe(accent)
    expect(lowest(accentForDark(accent), DARK)).toBeGreaterThanOrEqual(ACCENT_CONTRAST)
  })

  test('any colour gets a tone with enough contrast, light and dark', () => {
    fc.assert(
      fc.property(anyAccent, (accent) => {
        const [light, dark] = [accentForLight(accent), accentForDark(accent)]
        expect([light, dark].every((tone) => /^#[0-9a-f]{6}$/.test(tone))).toBe(true)
        expect(lowest(light, LIGHT)).toBeGreaterThanOrEqual(ACCENT_CONTRAST)
        expect(lowest(dark, DARK)).toBeGreaterThanOrEqual(ACCENT_CONTRAST)
        if (accentContrast(accent) >= ACCENT_CONTRAST) expect(light).toBe(accent)
      }),
    )
  })

  test('is accepted when it reaches 3:1 on the light grounds, otherwise refused with the reason', () => {
    fc.assert(
      fc.property(anyAccent, (accent) => {
        expect(SeenAccent.safeParse(accent).success).toBe(accentContrast(accent) >= ACCENT_CONTRAST)
      }),
    )
    expect(SeenAccent.safeParse('#ffff00').error?.issues[0]?.message).toBe(
      'Diese Farbe ist auf dem hellen Hintergrund zu schwach (nötig ist ein Kontrast von 3:1).',
    )
  })

  test.each(['green', '#FFF', '#2E7D4F', '#2e7d4', '#2e7d4f0', 'url(x)', '#2e7d4f;'])('is never %s', (accent) => {
    expect(SeenAccent.safeParse(accent).error?.issues.map(({ message }) => message)).toEqual([
      'Bitte wie #2e7d4f angeben.',
    ])
  })
})
