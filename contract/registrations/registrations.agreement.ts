import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { IdParam } from '#contract/formats.ts'
import type { RegistrationSettings } from '#contract/schools/schools.facts.ts'
import type { RegistrationAnswers } from './registrations.form.ts'

/** The answer of the second person with custody, where the school collects it by a link (ADR 0066). */
export const AGREEMENTS = ['open', 'agreed', 'declined'] as const
export const Agreement = z.enum(AGREEMENTS)
export type Agreement = z.output<typeof Agreement>

/** Null: nobody collects it. */
interface AgreementHolder {
  agreement: Agreement | null
}

export const isAgreementMissing = ({ agreement }: Partial<AgreementHolder>) =>
  agreement === 'open' || agreement === 'declined'

export const AGREEMENT_LABELS: Record<Agreement, string> = {
  open: 'Zustimmung fehlt',
  agreed: 'stimmt zu',
  declined: 'stimmt nicht zu',
}

export const AGREEMENT_TEXTS = {
  hint: 'Die zweite Person bekommt an diese Adresse einen Link. Darüber stimmt sie der Bewerbung selbst zu. Hat sie keine eigene Adresse, rufen Sie uns bitte an.',
  sameMail:
    'Diese Adresse gehört schon der anderen Person. Die zweite Person stimmt über einen Link selbst zu und braucht dafür eine eigene Adresse. Hat sie keine, rufen Sie uns bitte an.',
  sameMailForStaff:
    'Diese Adresse gehört schon der anderen Person. Hat die zweite keine eigene, lassen Sie das Feld leer: Ihre Zustimmung können Sie auf Papier vermerken.',
  confirmFirst: 'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
  over: 'Die Schule hat die Bewerbung schon abgeschlossen. Bitte rufen Sie dort an.',
  tooOften: 'Diese Antwort wurde heute schon mehrmals geändert. Bitte rufen Sie uns an.',
  notAsked: 'Für diese Bewerbung wird keine Zustimmung über einen Link eingeholt.',
} as const

type Meta = Pick<RegistrationAnswers['meta'], 'custody' | 'second_contact_unreachable'>

/** Whether the school asks the contact at this position by a link. Somebody who cannot be reached is not asked (ADR 0009). */
export const asksAgreement = (
  { second_agreement_by_link }: Pick<RegistrationSettings, 'second_agreement_by_link'>,
  { custody, second_contact_unreachable }: Meta,
  position: number,
) => second_agreement_by_link && position === 2 && custody === 'joint' && !second_contact_unreachable

/** The same mailbox in another spelling, also with a `+tag`: one parent must not agree in place of the other. */
export const isSameMailbox = (one: string, other: string) => {
  const mailbox = (mail: string) =>
    mail
      .trim()
      .toLowerCase()
      .replace(/\+.*(?=@)/, '')
  return mailbox(one) !== '' && mailbox(one) === mailbox(other)
}

interface Stored {
  contacts: readonly AgreementHolder[]
  meta: Meta
}

/**
 * The form of a stored application: whether a second person is asked by a link was settled when that person was
 * entered, whatever the school sets later.
 */
export const formAsAsked = <Form extends { settings: Pick<RegistrationSettings, 'second_agreement_by_link'> }>(
  form: Form,
  { contacts, meta }: Stored,
): Form => {
  if (contacts.length < 2 || meta.second_contact_unreachable) return form
  const second_agreement_by_link = contacts.some(({ agreement }) => agreement !== null)
  return { ...form, settings: { ...form.settings, second_agreement_by_link } }
}

export const agreementEndpoints = {
  /** Twice is once. 409 when withdrawn, or when nobody collects an agreement for this application. */
  noteOnPaper: endpoint({
    method: 'PUT',
    path: '/api/admin/schoolRegistration/:id/agreement',
    access: 'manage pupil application',
    params: IdParam,
    body: z.object({ on_paper: z.boolean() }),
    response: z.object({ agreement: Agreement }),
    summary: 'Zustimmung der zweiten Person auf Papier vermerken oder den Vermerk zurücknehmen',
  }),
}
