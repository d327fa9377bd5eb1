/** The generic input masks of spec §5: `#` is a digit, everything else is written by the field itself. */
export const INPUT_MASKS = {
  date: '####/##/##',
  datetime: '####/##/## ##:##',
  time: '##:##',
  fulltime: '##:##:##',
  // Never for German numbers, which have no such shape (domain §7).
  phone: '(###) ### - ####',
  card: '#### #### #### ####',
} as const

export type InputMask = keyof typeof INPUT_MASKS

/** What was typed or pasted in the shape of the mask: its digits, at most as many as the mask has places. */
export const applyMask = (mask: InputMask, typed: string) => {
  const digits = typed.replace(/\D/g, '')
  let used = 0
  let written = ''
  for (const place of INPUT_MASKS[mask]) {
    if (used >= digits.length) break
    written += place === '#' ? digits[used++] : place
  }
  return written
}

/** Whether every place of the mask is filled. */
export const fillsMask = (mask: InputMask, text: string) =>
  text.length === INPUT_MASKS[mask].length && applyMask(mask, text) === text
