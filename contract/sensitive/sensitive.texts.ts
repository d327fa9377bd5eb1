import { MESSAGES } from '#contract/formats.ts'

/** Fixed texts of refusals, apart from the endpoints because the page of a pupil needs only these. */
export const SENSITIVE_TEXTS = {
  noConsent: 'Dafür fehlt die Einwilligung aller Sorgeberechtigten. Tragen Sie sie zuerst unter „Einwilligungen“ ein.',
  locked: 'Die Einwilligung wurde widerrufen. Der Eintrag ist gesperrt.',
  lapsed: 'Die Einwilligung gilt nicht mehr. Tragen Sie sie neu ein, oder löschen Sie die Angabe.',
  unreadable: 'Dieser Eintrag ist nicht mehr lesbar. Bitte löschen Sie ihn und geben Sie ihn neu ein.',
  ahead: MESSAGES.ahead,
  over: 'Dieser Tag ist schon vorbei.',
  ends: 'Ein Bescheid über Bildung und Teilhabe gilt immer bis zu einem Tag.',
  same: 'Genau diese Angabe ist schon eingetragen.',
} as const
