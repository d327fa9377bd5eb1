import { CONSENT_TEXT_VERSION } from '#contract/consents/consents.state.ts'

/** The texts that the school handed out before the program had its own, by the year in which they were printed. */
export const consentVersionOn = (day: string) =>
  day.slice(0, 7) >= CONSENT_TEXT_VERSION ? CONSENT_TEXT_VERSION : day >= '2024-08-01' ? '2024-08' : '2020-08'
