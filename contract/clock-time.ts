export const CLOCK_TIME_TEXT = 'Bitte eine Uhrzeit angeben, zum Beispiel 08:00.'

/** `HH:MM`. */
export const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/

/** Reads a time of day as people type it: 8, 8.30, 8 30, 0830, 8:30 Uhr; gives `HH:MM`, or undefined for what is none. */
export const parseTimeInput = (text: string): string | undefined => {
  const [, hour = '', minute = '00'] = /^(\d{1,2})(?:[:. ]?(\d{2}))?(?:\s*uhr)?$/i.exec(text.trim()) ?? []
  const time = `${hour.padStart(2, '0')}:${minute}`
  return hour !== '' && CLOCK_TIME.test(time) ? time : undefined
}
