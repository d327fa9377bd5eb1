import { MAIL_TROUBLE_LABELS } from '#contract/mail-trouble.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import { EVENT_LABELS } from '#contract/registrations/registrations.events.ts'
import { mailLabel, SENDING_LABELS } from '#contract/registrations/registrations.mail-labels.ts'
import { PLACE_LABELS } from '#contract/registrations/registrations.place.ts'
import { STATUS_LABELS } from '#contract/registrations/registrations.status.ts'
import { answerLabel } from '#web/domains/registrations/answer-labels.ts'

interface TimelineEvent {
  /** An instant. */
  at: string
  text: string
  by?: string | null
}

const SOURCES: Record<RegistrationDetails['source'], string> = {
  web: 'Eingegangen über das Online-Formular',
  staff: 'Aufgenommen von Papier oder Telefon',
  import: 'Aus einer Liste übernommen',
}

type Contact = RegistrationDetails['contacts'][number]
type Mail = Contact['mails'][number]

const mailText = ({ template, state, trouble }: Mail, fullname: string) => {
  const text = `${mailLabel(template)} an ${fullname}: ${SENDING_LABELS[state]}`
  return trouble ? `${text}. ${MAIL_TROUBLE_LABELS[trouble]}` : text
}

const contactEvents = ({ fullname, mails, mail_verified_at }: Contact): TimelineEvent[] => [
  ...mails.map((mail) => ({ at: mail.sent_at ?? mail.created_at, text: mailText(mail, fullname), by: mail.by })),
  ...(mail_verified_at ? [{ at: mail_verified_at, text: `E-Mail-Adresse von ${fullname} bestätigt` }] : []),
]

const statusEvents = ({ status_history }: RegistrationDetails): TimelineEvent[] =>
  status_history.flatMap(({ from, to, at, by, note }) => {
    const text = from && `Status ${STATUS_LABELS[from]} → ${STATUS_LABELS[to]}`
    return text ? [{ at, by, text: note ? `${text} (${note})` : text }] : []
  })

const rankText = ({ from_rank, to_rank }: RegistrationDetails['events'][number]) =>
  from_rank !== null && to_rank !== null ? ` (${from_rank} → ${to_rank})` : ''

const PLACE: Record<string, string> = PLACE_LABELS

const otherEvents = ({ events, contacts, form }: RegistrationDetails): TimelineEvent[] =>
  events.map((event) => {
    const contact = contacts.find(({ position }) => position === event.contact_position)
    const named = event.fields.flatMap((key) => PLACE[key] ?? answerLabel(key, { ...form, mode: 'staff' }) ?? [])
    const what = named.length > 0 ? `: ${named.join(', ')}` : ''
    const text = `${EVENT_LABELS[event.kind]}${what}${rankText(event)}`
    return {
      at: event.at,
      by: event.by ?? contact?.fullname ?? null,
      text: event.note ? `${text}: ${event.note}` : text,
    }
  })

/** An application that was withdrawn before such lines were written has none; its date is known all the same. */
const withdrawnEvents = ({ withdrawn_at: at, withdrawn_by, events }: RegistrationDetails): TimelineEvent[] =>
  at === null || events.some(({ kind }) => kind === 'withdrawn')
    ? []
    : [{ at, text: EVENT_LABELS.withdrawn + (withdrawn_by === 'applicant' ? ' von der Familie' : '') }]

/** All that happened to an application, oldest first. */
export const registrationTimeline = (details: RegistrationDetails): TimelineEvent[] => {
  const { created_at, source, notice_version, transformed_at, transformed_by } = details
  const read = notice_version === null ? '' : `, Datenschutzhinweise Fassung ${notice_version} gelesen`
  const firstEntry = details.status_history.find(({ from }) => from === null)
  return [
    { at: created_at, text: `${SOURCES[source]}${read}`, by: source === 'web' ? null : (firstEntry?.by ?? null) },
    ...details.contacts.flatMap(contactEvents),
    ...statusEvents(details),
    ...otherEvents(details),
    ...withdrawnEvents(details),
    ...(transformed_at ? [{ at: transformed_at, text: 'Als SuS übernommen', by: transformed_by }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))
}
