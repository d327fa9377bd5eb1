import { STATUS_LABELS } from '#contract/registrations.status.ts'
import type { RegistrationDetails } from '#contract/registrations.ts'

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

/** What the mails of the outbox are called here. */
const MAILS: Record<string, string> = {
  registration_optin: 'Bestätigungsmail',
  registration_receipt: 'Eingangsbestätigung',
}

type Contact = RegistrationDetails['contacts'][number]
type MailState = Contact['mails'][number]['state']

const MAIL_STATES: Record<MailState, string> = {
  queued: 'wartet auf den Versand',
  sent: 'gesendet',
  failed: 'konnte nicht gesendet werden',
  dropped: 'nicht mehr nötig',
}

const contactEvents = ({ fullname, mails, mail_verified_at }: Contact): TimelineEvent[] => [
  ...mails.map(({ template, state, created_at, sent_at }) => ({
    at: sent_at ?? created_at,
    text: `${MAILS[template] ?? 'E-Mail'} an ${fullname}: ${MAIL_STATES[state]}`,
  })),
  ...(mail_verified_at ? [{ at: mail_verified_at, text: `E-Mail-Adresse von ${fullname} bestätigt` }] : []),
]

const statusEvents = ({ status_history }: RegistrationDetails): TimelineEvent[] =>
  status_history.flatMap(({ from, to, at, by, note }) => {
    const text = from && `Status ${STATUS_LABELS[from]} → ${STATUS_LABELS[to]}`
    return text ? [{ at, by, text: note ? `${text} (${note})` : text }] : []
  })

/** All that happened to an application, oldest first. */
export const registrationTimeline = (details: RegistrationDetails): TimelineEvent[] => {
  const { created_at, source, withdrawn_at, transformed_at, transformed_by } = details
  const firstEntry = details.status_history.find(({ from }) => from === null)
  return [
    { at: created_at, text: SOURCES[source], by: source === 'web' ? null : (firstEntry?.by ?? null) },
    ...details.contacts.flatMap(contactEvents),
    ...statusEvents(details),
    ...(withdrawn_at ? [{ at: withdrawn_at, text: 'Zurückgezogen' }] : []),
    ...(transformed_at ? [{ at: transformed_at, text: 'Als Schüler/in übernommen', by: transformed_by }] : []),
  ].sort((a, b) => a.at.localeCompare(b.at))
}
