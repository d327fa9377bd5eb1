import { addDays, formatDate } from '#contract/dates.ts'

/** A round lasts four weeks at most: links that nobody uses any more should not stay open. */
export const DATA_CHECK_DAYS = 28
/** A family is reminded once a week at most. */
export const REMINDER_DAYS = 7
/** A decided proposal is deleted after this many days. */
export const DECIDED_DAYS = 30
/** Without a decision it is deleted this many days after the end of the round. */
export const UNDECIDED_DAYS = 90
/** How many new people a family may name for each child. */
export const NEW_CONTACTS_MAX = 5

/** The fields that a family looks through, by what they are about. */
export const CHECKED_PERSON_KEYS = ['phone_mobile', 'phone_home', 'phone_work', 'mail'] as const
export const CHECKED_ADDRESS_KEYS = ['street', 'house_number', 'address_extra', 'zip', 'city'] as const
export const CHECKED_CONTACT_KEYS = [
  'firstname',
  'lastname',
  'relation',
  'phone',
  'is_emergency',
  'may_pickup',
] as const

/** The longest remark of a family, and the longest internal reason of the office, in letters. */
export const REMARKS_MAX = 1000
export const DECLINE_REASON_MAX = 300

/** The last day of a round that begins on this day and is as long as it can be. */
export const lastDayFrom = (today: string) => addDays(today, DATA_CHECK_DAYS)

/** The path of a family's page below the address of the app. */
export const dataCheckPath = (token: string) => `/app/datenabgleich/${token}`

/** The note that an accepted remark becomes. */
export const remarkNote = ({ name, day, text }: { name: string; day: string; text: string }) =>
  `Aus dem Datenabgleich, ${name}, ${formatDate(day)}: ${text}`

/** The proposed text of the mail, until a school has written its own. */
export const DATA_CHECK_MAIL = {
  subject: 'Bitte prüfen Sie Ihre Kontaktdaten',
  body: '{Anrede},\n\neinmal im Jahr gleichen wir ab, ob Anschrift, Telefonnummern und Kontakte noch stimmen. Bitte sehen Sie die Angaben zu {Kinder} durch. Es dauert nur wenige Minuten.\n\nMit freundlichen Grüßen\n{Schule}',
} as const

/** Fixed texts of answers and refusals. */
export const DATA_CHECK_TEXTS = {
  /** Everything that does not work looks the same: unknown, over, of another school, of somebody without custody. */
  unknown: 'Dieser Link ist nicht gültig.',
  nobodyChosen: 'Bitte wählen Sie mindestens eine Klasse.',
  noGradeChosen: 'Bitte wählen Sie mindestens eine Klassenstufe.',
  nobody: 'Hier würde niemand angeschrieben. Bitte wählen Sie andere Klassen.',
  changed: 'Inzwischen hat sich geändert, wer angeschrieben wird. Bitte sehen Sie die Liste noch einmal durch.',
  endPast: 'Bitte wählen Sie einen Tag nach heute.',
  endLate: `Der Abgleich dauert höchstens ${DATA_CHECK_DAYS} Tage.`,
  over: 'Dieser Datenabgleich ist schon zu Ende.',
  ended: 'Der Datenabgleich ist beendet. Die Links gelten nicht mehr.',
  reminderSoon: 'Erinnert wird höchstens einmal in der Woche.',
  nobodyToRemind: 'Es gibt niemanden, den eine E-Mail erinnern könnte.',
  started: (mails: number) =>
    mails === 1 ? 'Die E-Mail an 1 Person wird gesendet.' : `Die E-Mails an ${mails} Personen werden gesendet.`,
  reminded: (mails: number) => (mails === 1 ? '1 Person wird erinnert.' : `${mails} Personen werden erinnert.`),
  noLetters: 'Es gibt niemanden, der einen Brief braucht.',
  /** On the family's page. */
  recordChanged: 'Die Schule hat inzwischen etwas an diesen Angaben geändert. Bitte sehen Sie sie noch einmal durch.',
  tooOften: 'Das wurde heute schon mehrmals geschickt. Bitte rufen Sie uns an.',
  tooManyContacts: 'So viele Personen sind nicht möglich. Bitte rufen Sie uns an.',
  /** In the office. */
  stale: 'Inzwischen hat sich etwas geändert. Bitte vergleichen Sie noch einmal.',
  decided: 'Darüber ist schon entschieden.',
  noPhoneLeft: 'Bitte lassen Sie mindestens eine Telefonnummer stehen.',
  alreadyAnswered: 'Diese Person hat schon geantwortet.',
  gone: 'Diese Person ist nicht mehr eingetragen.',
  notUndoable: 'Das lässt sich nicht mehr zurücknehmen, weil die Angaben inzwischen andere sind.',
  accepted: (count: number) => (count === 1 ? 'Die Änderung ist übernommen.' : `${count} Änderungen sind übernommen.`),
  declined: (count: number) => (count === 1 ? 'Die Änderung ist abgelehnt.' : `${count} Änderungen sind abgelehnt.`),
  phoned: 'Die Antwort vom Telefon ist eingetragen.',
  notByPhone: 'Zurücknehmen lässt sich nur eine Antwort vom Telefon.',
  unphoned: 'Die Antwort vom Telefon ist zurückgenommen.',
  unphonedMailed: 'Die Antwort vom Telefon ist zurückgenommen. Die E-Mail an diese Person wird jetzt gesendet.',
  undone: 'Die Entscheidung ist zurückgenommen.',
} as const
