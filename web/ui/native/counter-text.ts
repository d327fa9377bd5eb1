/** How many characters are left, or how many too many. */
export const counterText = (left: number) =>
  left >= 0 ? `Noch ${left.toLocaleString('de-DE')} Zeichen` : `${(-left).toLocaleString('de-DE')} Zeichen zu viel`
