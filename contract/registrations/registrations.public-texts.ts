/** Texts of domain §2 that server and pages both say. */
export const PUBLIC_REGISTRATION_TEXTS = {
  closed: 'Derzeit nehmen wir keine Online-Bewerbungen entgegen.',
  received: (number: string) => `Vielen Dank! Ihre Bewerbung ${number} ist eingegangen.`,
  thanks: (number: string) =>
    `Vielen Dank! Ihre Bewerbung ${number} ist eingegangen. Bitte bestätigen Sie Ihre E-Mail-Adresse über den Link, den wir Ihnen gesendet haben.`,
  /** Replaces `thanks` while the mail has not left. */
  thanksLater: (number: string) =>
    `Vielen Dank! Ihre Bewerbung ${number} ist eingegangen. Wir schicken Ihnen in Kürze eine E-Mail mit einem Link. Bitte bestätigen Sie damit Ihre E-Mail-Adresse.`,
  tooFast: 'Bitte prüfen Sie Ihre Angaben und senden Sie noch einmal ab.',
  staleNotice: 'Die Datenschutzhinweise wurden geändert. Bitte lesen Sie sie noch einmal.',
  tooManyForMail: 'Für diese E-Mail-Adresse gibt es heute schon sehr viele Bewerbungen. Bitte rufen Sie uns an.',
  correctionUsedUp: 'Die Adresse kann hier nicht mehr geändert werden. Bitte rufen Sie uns an.',
  optinUsedUp:
    'Wir haben Ihnen schon mehrere E-Mails gesendet. Bitte prüfen Sie auch den Spam-Ordner oder rufen Sie uns an.',
} as const

export const OPTIN_TEXTS = {
  button: 'E-Mail-Adresse bestätigen',
  confirmed: 'Danke! Ihre E-Mail-Adresse ist bestätigt.',
  next: 'So geht es weiter: Sie bekommen noch eine E-Mail mit dem Link zu Ihrer Statusseite. Dort sehen Sie, wie weit Ihre Bewerbung ist. Die Schule prüft sie und meldet sich bei Ihnen, meist mit einer Einladung zum Gespräch. Sie können dieses Fenster schließen.',
  /** `moment` as dd.MM.yyyy HH:mm. */
  already: (moment: string) => `Diese Adresse wurde bereits am ${moment.replace(' ', ' um ')} Uhr bestätigt.`,
  /** Beside `already`: what was to come next then may be long over. */
  later:
    'Wie weit Ihre Bewerbung ist, sehen Sie auf Ihrer Statusseite. Den Link dazu haben wir Ihnen nach der Bestätigung per E-Mail gesendet.',
  expired: 'Dieser Link ist abgelaufen. Sie können einen neuen anfordern.',
  requestNew: 'Neuen Link anfordern',
  invalid:
    'Dieser Link ist ungültig oder veraltet. Bitte nehmen Sie den Link in der neuesten E-Mail oder wenden Sie sich an das Sekretariat.',
  /** The same whether or not the contact exists (domain §2.3). */
  requested: 'Wenn die Adresse zu einer Bewerbung gehört, haben wir einen neuen Link gesendet.',
  /** The answer while mails do not leave. */
  requestedLater: 'Wenn die Adresse zu einer Bewerbung gehört, schicken wir Ihnen in Kürze einen neuen Link.',
} as const

/** The button of the mail that asks the second person to agree. */
export const AGREEMENT_MAIL_BUTTON = 'Bewerbung ansehen und antworten'

/** The state of the confirmation mail to an address: it left, it will leave, or the address accepts no mail. */
export const DELIVERIES = ['sent', 'waiting', 'refused'] as const
export type Delivery = (typeof DELIVERIES)[number]

/** Domain §2: filling the form takes a person at least this long. */
export const FILL_SECONDS_MIN = 10
/** How often a family may correct one address that is not confirmed yet. */
export const MAIL_CORRECTIONS_MAX = 2
/** How long the browser that sent an application is shown its receipt. */
export const RECEIPT_MINUTES = 60
/** How long a draft is kept after it was saved last. */
export const DRAFT_HOURS = 24
/** Longest draft as JSON. */
export const DRAFT_BYTES_MAX = 64 * 1024
/** Children one browser can fill in forms for at the same time. */
export const DRAFTS_MAX = 5
/** Applications that name the same mailbox. */
export const APPLICATIONS_PER_MAIL_AND_DAY = 10

/** m***@web.de: enough to recognise one's own address. */
export const maskMail = (mail: string) => mail.replace(/^(.).*(?=@)/u, '$1***')
