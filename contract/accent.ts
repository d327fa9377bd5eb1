/** The backgrounds of a school's colour: paper and card, light and dark (ux §2a, web/ui/tokens.css). */
const GROUNDS = { light: ['#fbfaf7', '#ffffff'], dark: ['#14181f', '#1b212a'] } as const

/** WCAG 1.4.11: anything that is not text needs 3:1. */
export const ACCENT_CONTRAST = 3

/** Colours to choose from; the first two are fsw's and fow's of the beginning. All reach the contrast. */
export const ACCENT_SWATCHES = [
  { accent: '#2e7d4f', name: 'Grün' },
  { accent: '#1f6fc0', name: 'Blau' },
  { accent: '#a3472a', name: 'Ziegel' },
  { accent: '#8a5a00', name: 'Ocker' },
  { accent: '#7b3f98', name: 'Violett' },
  { accent: '#b03060', name: 'Beere' },
  { accent: '#00757d', name: 'Petrol' },
  { accent: '#4a5563', name: 'Schiefer' },
] as const

type Rgb = readonly [number, number, number]

const toRgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb

const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

const luminance = (hex: string) => {
  const [red, green, blue] = toRgb(hex).map((part) => linear(part / 255)) as unknown as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours `#rrggbb` by WCAG 2: 1 to 21. */
export const contrast = (a: string, b: string) => {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (lighter + 0.05) / (darker + 0.05)
}

/** The lowest contrast of the colour on paper and card of the light look. */
export const accentContrast = (accent: string) => Math.min(...GROUNDS.light.map((ground) => contrast(accent, ground)))

const mixed = (from: Rgb, to: Rgb, share: number): Rgb =>
  from.map((part, index) => part + ((to[index] ?? 0) - part) * share) as unknown as Rgb

/** In steps towards black or white until the contrast is there on both grounds. */
const moved = (accent: string, towards: Rgb, grounds: readonly string[]) => {
  for (let share = 0; share < 1; share += 0.04) {
    const found = toHex(mixed(toRgb(accent), towards, share))
    if (grounds.every((ground) => contrast(found, ground) >= ACCENT_CONTRAST)) return found
  }
  return toHex(towards)
}

/** The nearest darker tone that can be seen on the light look; the colour itself when it already can. */
export const accentForLight = (accent: string) => moved(accent, [0, 0, 0], GROUNDS.light)

/** The tone the dark look shows: the colour, lighter where it must be. */
export const accentForDark = (accent: string) => moved(accent, [255, 255, 255], GROUNDS.dark)
