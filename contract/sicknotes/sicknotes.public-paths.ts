/** Method and path of the calls of the parents' page, without the schemas: zod stays out of its code. */
export const PUBLIC_SICKNOTE_PATHS = {
  pupil: { method: 'GET', path: '/api/public/pupil/:uuid' },
  add: { method: 'POST', path: '/api/public/addPupilSickNote' },
  takeBack: { method: 'POST', path: '/api/public/addPupilSickNote/takeBack' },
  resendLink: { method: 'POST', path: '/api/public/pupilLink/resend' },
} as const

/** Everything that does not work looks the same (domain §5.6): unknown, replaced, left, switched off. */
export const PARENTS_PAGE_TEXTS = {
  unknown: 'Dieser Link ist nicht gültig.',
  resent:
    'Wenn wir diese E-Mail-Adresse kennen, haben wir Ihnen den Link gerade geschickt. Sonst rufen Sie uns bitte an.',
  /** The answer where no mail server is set. */
  resentWithoutMail: 'Zurzeit können wir keine E-Mails senden. Bitte rufen Sie uns an.',
  takenBack:
    'Ihre Meldung ist zurückgenommen. Wurde die Abwesenheit auch auf anderem Weg gemeldet, rufen Sie uns bitte an.',
  tooLateToTakeBack: 'Diese Meldung lässt sich hier nicht mehr zurücknehmen. Bitte rufen Sie uns an.',
  dayIsFull: 'Für heute sind schon mehrere Meldungen eingegangen. Bitte rufen Sie uns an.',
  notASibling: 'Dieser Link gehört nicht zu einem Geschwisterkind. Bitte melden Sie es auf seiner eigenen Seite.',
  noDiagnosis: 'Bitte nennen Sie keine Diagnose.',
} as const

/** A report can be taken back for so long. */
export const TAKE_BACK_SECONDS = 600

/** Reports that one child may have in a day under its link (domain §5.6). */
export const REPORTS_PER_DAY = 5

/** Brothers and sisters in one report, the child itself included. */
export const SIBLINGS_MAX = 6
