import { accentForDark, accentForLight } from '#contract/accent.ts'

/** A school's colour `#rrggbb` on the document, in the tones that both looks can show (tokens.css chooses); undefined takes it away. */
export const showAccent = (accent: string | undefined) => {
  const { style } = document.documentElement
  style.setProperty('--sh-accent-light', accent ? accentForLight(accent) : '')
  style.setProperty('--sh-accent-dark', accent ? accentForDark(accent) : '')
}
