import { formatDate } from '#contract/dates.ts'

/** Fixed texts about applications: the first five of spec §2 and §8, verbatim with their slips. */
export const REGISTRATION_TEXTS = {
  statusFailed: 'Der Status konnten nicht übernommen werden.',
  resendTitle: 'Erfolgreich',
  resent: 'Die E-Mail wurde erfolgreich versendet.',
  resendFailed: 'Beim Senden der E-Mail ist es zu einem Fehler gekommen.',
  none: 'Keine Bewerbungen vorhanden',
  withdrawn: 'Die Bewerbung wurde zurückgezogen.',
  transformed: 'Die Bewerbung wurde bereits übernommen.',
  wishOpen:
    'Die Familie möchte die Bewerbung zurückziehen. Wird das Kind trotzdem übernommen, bestätigen Sie bitte, dass Sie den Wunsch ablehnen.',
  notAccepted: 'Nur angenommene Bewerbungen können übernommen werden.',
  checkAddress: 'Bitte Adresse prüfen',
  optinsUsedUp:
    'Bitte Adresse prüfen: Diese Person hat schon alle Bestätigungsmails bekommen, die möglich sind. Ändern Sie die Adresse, geht noch eine an die neue.',
  mailVerified: 'Diese E-Mail-Adresse ist bereits bestätigt.',
  duplicates: 'Dieses Kind gibt es möglicherweise schon.',
  leftElsewhere: (short: string) => `Dieses Kind hat die ${short} schon verlassen.`,
  notYetElsewhere: (short: string) => `Dieses Kind ist an der ${short} noch nicht aufgenommen.`,
  deleted: 'Die Bewerbung wurde gelöscht.',
  restored: 'Die Bewerbung wurde zurückgeholt.',
  dueStatus: 'Eine Frist gibt es nur für angenommene Bewerbungen.',
  dueDay: (first: string, last: string) =>
    `Bitte einen Tag vom ${formatDate(first)} bis zum ${formatDate(last)} angeben.`,
  noteHint: 'Auf Antrag nach Art. 15 DSGVO erhält die Familie auch diese Notiz.',
} as const
