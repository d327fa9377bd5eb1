import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { Email, IsoDate, OptionalText, Phone } from '#contract/formats.ts'
import { MessageReply } from '#contract/message-reply.ts'
import { ContactSchool } from '#contract/schools/schools.contact.ts'
import { PUBLIC_REASONS, REPORTER_NAME_MAX, REPORTER_RELATIONS, SICKNOTE_COMMENT_MAX } from './sicknotes.reasons.ts'
import { NoteTimes, timesRule } from './sicknotes.times.ts'

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

/** How long a report can be taken back. */
export const TAKE_BACK_SECONDS = 600

/** The most reports for one child in a day through its link (domain §5.6). */
export const REPORTS_PER_DAY = 5

/** The most siblings in one report, including the child itself. */
export const SIBLINGS_MAX = 6

/** Accepts any text: an impossible link gets the same answer as a wrong one (domain §5.6). */
const Uuid = z.string().max(20_000)

/** Everything the page knows about a child (domain §5.6): never last name, class, dates, photo or notes. */
export const ParentsPage = z.object({
  firstname: z.string(),
  lastname_initial: z.string(),
  school: ContactSchool,
  /** What happens to the data of a report (Art. 13), in Markdown. */
  notice: z.string().nullable(),
  sicknote: z.object({
    enabled: z.literal(true),
    cutoff_time: z.string(),
    max_days: z.int(),
    backdate_from: z.iso.date(),
    latest_start: z.iso.date(),
    year_end: z.iso.date(),
    /** Today in Berlin by the server's clock: that of a phone may be wrong. */
    today: z.iso.date(),
    /** Holidays of the days that may be reported. */
    free_days: z.array(z.object({ name: z.string(), date_start: z.iso.date(), date_end: z.iso.date() })),
  }),
})
export type ParentsPage = z.output<typeof ParentsPage>

/** A child by its link, and `uuids`: the links of its siblings. */
const FamilyLinks = z.object({
  uuid: Uuid,
  uuids: z
    .array(Uuid)
    .max(SIBLINGS_MAX - 1)
    .default([]),
})

/** A report; keys of domain §5.6. The siblings are absent on the same days. */
export const PublicSicknoteForm = FamilyLinks.extend({
  dateStart: IsoDate,
  dateEnd: IsoDate.nullish(),
  reason: z.enum(PUBLIC_REASONS).default('sick'),
  comment: OptionalText(SICKNOTE_COMMENT_MAX),
  reporterName: OptionalText(REPORTER_NAME_MAX),
  reporterRelation: z.enum(REPORTER_RELATIONS).nullish(),
  reporterPhone: Phone.nullish(),
})
  .extend(NoteTimes.shape)
  .superRefine(timesRule)
export type PublicSicknoteForm = z.output<typeof PublicSicknoteForm>

export const PublicSicknoteReply = MessageReply.extend({
  value: z.object({ dateStart: z.iso.date(), dateEnd: z.iso.date() }),
  /** Reported after the cutoff: the school asks for a call as well. */
  is_late: z.boolean(),
  /** The token that takes the report back within ten minutes; only this answer contains it. */
  take_back: z.string(),
})
export type PublicSicknoteReply = z.output<typeof PublicSicknoteReply>

export const publicSicknoteEndpoints = {
  pupil: endpoint({
    method: 'GET',
    path: '/api/public/pupil/:uuid',
    access: 'public',
    params: z.object({ uuid: Uuid }),
    response: ParentsPage,
    summary: 'Was die Elternseite von einem Kind weiß',
  }),
  sibling: endpoint({
    method: 'POST',
    path: '/api/public/pupilSibling',
    access: 'public',
    body: FamilyLinks,
    response: ParentsPage,
    summary: 'Was die Elternseite von einem Geschwisterkind weiß; `uuids`: die Kinder, die schon dabei sind',
  }),
  add: endpoint({
    method: 'POST',
    path: '/api/public/addPupilSickNote',
    access: 'public',
    body: PublicSicknoteForm,
    response: PublicSicknoteReply,
    status: 201,
    idempotent: true,
    summary: 'Abwesenheit melden, auch für Geschwister',
  }),
  takeBack: endpoint({
    method: 'POST',
    path: '/api/public/addPupilSickNote/takeBack',
    access: 'public',
    body: z.object({ take_back: z.string().max(4000) }),
    response: MessageReply,
    summary: 'Eine Meldung der letzten zehn Minuten zurücknehmen',
  }),
  resendLink: endpoint({
    method: 'POST',
    path: '/api/public/pupilLink/resend',
    access: 'public',
    body: z.object({ mail: Email }),
    response: MessageReply,
    summary: 'Elternlinks an eine bekannte Adresse schicken; immer dieselbe Antwort',
  }),
}
