import { accentForDark, accentForLight } from '#contract/accent.ts'

/**
 * Sets a school's colour `#rrggbb` on the document, in tones for both looks (tokens.css chooses); undefined removes it.
 */
export const showAccent = (accent: string | undefined) => {
  const { style } = document.documentElement
  style.setProperty('--sh-accent-light', accent ? accentForLight(accent) : '')
  style.setProperty('--sh-accent-dark', accent ? accentForDark(accent) : '')
}
