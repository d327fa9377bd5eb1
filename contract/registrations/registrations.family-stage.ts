import { DAY_MS } from '#contract/dates.ts'
import { type FamilyStage, STATUS_LINK_DAYS, type Withdrawal } from '#contract/registrations/registrations.family.ts'
import { mailState } from './registrations.mail-state.ts'
import { isTransformed, isWithdrawn, type Lifecycle } from './registrations.status.ts'

interface Told extends Lifecycle {
  status_changed_at: string | null
  papers_requested_at: string | null
  /** What the school's newest status mail said; null: none yet. */
  told: string | null
}

/**
 * How far the application is as its family may know it. A decision shows only once the school has told it: nobody learns
 * a refusal from a page (ADR 0023).
 */
export const familyStage = (registration: Told): FamilyStage => {
  const { status, told, status_changed_at, papers_requested_at } = registration
  if (isWithdrawn(registration)) return 'withdrawn'
  if (status !== 'new' && status === told) return status
  return status_changed_at === null && papers_requested_at === null ? 'received' : 'checking'
}

interface Ending extends Pick<Lifecycle, 'status' | 'withdrawn_at'> {
  decided_at: string | null
  /** When a mail that says this decision left last; null: none did. */
  told_at: string | null
}

const endedAt = ({ status, withdrawn_at, decided_at, told_at }: Ending) => {
  if (withdrawn_at !== null) return Date.parse(withdrawn_at)
  if (decided_at === null || (status !== 'accepted' && status !== 'rejected')) return null
  return Math.max(Date.parse(decided_at), told_at === null ? 0 : Date.parse(told_at))
}

/**
 * Whether links to the application's status work no more: 30 days after the withdrawal, or after the decision or the mail
 * that told it, whichever is later: a link never arrives dead (ADR 0023).
 */
export const isStatusLinkOver = (registration: Ending, now: Date) => {
  const end = endedAt(registration)
  return end !== null && now.getTime() >= end + STATUS_LINK_DAYS * DAY_MS
}

/** Whether staff may send this contact the link once more: what the button shows. */
export const maySendStatusLink = (
  registration: Ending,
  contact: { mail: string | null; mail_verified_at: string | null },
  now: Date,
) => mailState(contact) === 'verified' && !isWithdrawn(registration) && !isStatusLinkOver(registration, now)

interface Wish extends Told {
  /** Position of the contact that asked; null: nobody has. */
  withdraw_requested_position: number | null
  position: number
  has_custody: boolean
  has_other_custodian: boolean
}

/** What this contact can do about a withdrawal (domain §2.3, §3.1). What another contact asked for shows to nobody else. */
export const familyWithdrawal = (registration: Wish): Withdrawal => {
  if (isTransformed(registration) || ['rejected', 'withdrawn'].includes(familyStage(registration))) return 'impossible'
  if (registration.withdraw_requested_position === registration.position) return 'asked'
  return registration.has_custody && !registration.has_other_custodian ? 'at_once' : 'by_school'
}

/** Both of two with custody say so: nobody is left whom the school could ask. */
export const isWishOfBoth = ({ has_custody, withdraw_requested_position, position }: Wish) =>
  has_custody && withdraw_requested_position !== null && withdraw_requested_position !== position

interface Place {
  confirm_by: string | null
  isConfirmed: boolean
  today: string
}

const acceptedText = ({ confirm_by, isConfirmed, today }: Place) => {
  if (isConfirmed) return 'Der Platz ist bestätigt. Alles Weitere schreibt Ihnen die Schule.'
  const isLate = confirm_by !== null && confirm_by < today
  const how = isLate
    ? 'Der Tag für Ihre Zusage ist vorbei: Bitte rufen Sie gleich an.'
    : 'Wie es weitergeht, steht in der E-Mail der Schule.'
  return `Die Schule bietet Ihrem Kind einen Platz an. ${how}`
}

/** What happens next, in the family's words. */
export const nextStepText = (stage: FamilyStage, place: Place) => {
  if (stage === 'accepted') return acceptedText(place)
  return {
    received:
      'Ihre Bewerbung liegt der Schule vor. Sie liest sie und meldet sich bei Ihnen, meist mit einer Einladung zum Gespräch.',
    checking:
      'Die Schule bearbeitet Ihre Bewerbung. Das Ergebnis schreibt sie Ihnen per E-Mail; erst danach steht es auch hier.',
    waiting:
      'Ihre Bewerbung steht auf der Warteliste. Wird ein Platz frei, meldet sich die Schule bei Ihnen. Sie müssen nichts tun.',
    rejected: 'Die Schule kann Ihrem Kind leider keinen Platz anbieten. Fragen beantwortet sie Ihnen gern.',
    withdrawn:
      'Die Bewerbung ist zurückgezogen, Sie müssen nichts mehr tun. War das ein Versehen? Dann rufen Sie bitte bald an.',
  }[stage]
}
