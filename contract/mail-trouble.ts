/** Why a mail has not left, or not yet. */
export const MAIL_TROUBLES = ['address', 'refused', 'unreachable'] as const
export type MailTrouble = (typeof MAIL_TROUBLES)[number]
export const MAIL_TROUBLE_LABELS: Record<MailTrouble, string> = {
  address: 'Die Adresse nimmt keine E-Mails an.',
  refused: 'Der Mailserver hat die E-Mail abgelehnt.',
  unreachable: 'Der Mailserver ist gerade nicht erreichbar; wir versuchen es weiter.',
}
