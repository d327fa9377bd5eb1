import { agreementEndpoints } from '#contract/registrations/registrations.agreement.ts'
import { registrationFamilyEndpoints } from '#contract/registrations/registrations.family.ts'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow, RowContact } from '#contract/registrations/registrations.rows.ts'
import { UNDO_WITHDRAWAL_DAYS } from '#contract/registrations/registrations.status.ts'
import { REGISTRATION_TEXTS } from '#contract/registrations/registrations.texts.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { actOnce } from '#web/api/act-once.ts'
import { call } from '#web/api/client.ts'
import { explainFailure, failureText } from '#web/api/errors.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { alertDialog, confirmDialog, promptDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { childName } from './child-name.ts'
import { binned, refreshRegistrations } from './registration-cache.ts'

type Removable = Pick<RegistrationRow, 'id' | 'number' | 'meta' | 'pupil_id'>

/** Out of the bin, within its 30 days. */
export const restoreRegistration = async (registration: Pick<Removable, 'id' | 'meta'>) => {
  const { id } = registration
  const isDone = await call(registrationEndpoints.restore, { params: { id } }).then(() => true, explainFailure)
  if (!isDone) return
  binned.delete(id)
  void refreshRegistrations()
  notify(`Die Bewerbung von ${childName(registration)} ist wieder da.`)
}

/** What a pupil came of is the record of a decision: it goes only after a question. */
const mayRemove = (registration: Removable) =>
  registration.pupil_id === null ||
  confirmDialog({
    title: 'Bewerbung löschen',
    message: `Aus der Bewerbung von ${childName(registration)} ist bereits ein Eintrag unter „Schülerinnen und Schüler“ geworden. Der Eintrag bleibt, aber Angaben und Verlauf der Bewerbung sind danach nicht mehr zu sehen. Sie liegt 30 Tage im Papierkorb.`,
    accept: 'Bewerbung löschen',
    type: 'negative',
    prefers: 'dismiss',
  })

/** Into the bin, with the way back (ux §2); answers whether it is gone. */
export const removeRegistration = async (registration: Removable) => {
  const { id, number } = registration
  if (!(await mayRemove(registration))) return false
  const isDone = await call(registrationEndpoints.remove, { params: { id } }).then(() => true, explainFailure)
  if (!isDone) return false
  binned.add(id)
  void refreshRegistrations()
  notify(`Bewerbung ${number} (${childName(registration)}) gelöscht.`, {
    about: `registration ${id}`,
    undo: () => restoreRegistration(registration),
  })
  return true
}

type Withdrawable = Pick<RegistrationRow, 'id' | 'number' | 'meta' | 'version' | 'wait_rank'>

/** Says what was done once it is shown; a refusal shows the present state, too. */
const act = async (id: number, send: () => Promise<unknown>, [text, undo]: [text: string, undo?: () => unknown]) => {
  const about = `registration ${id}`
  const work = async () => {
    await send()
    await refreshRegistrations()
    return true
  }
  const isDone = await actOnce(about, work, async (failure) => {
    await explainFailure(failure)
    await refreshRegistrations()
  })
  if (isDone) notify(text, { about, ...(undo && { undo: () => void undo() }) })
}

/** Takes a withdrawal back (domain §3.1). */
export const undoWithdrawal = (registration: Pick<Withdrawable, 'id' | 'meta'>) => {
  const { id } = registration
  const text = `Die Bewerbung von ${childName(registration)} gilt wieder.`
  return act(id, () => call(withdrawalEndpoints.undo, { params: { id } }), [text])
}

const withdraw = (registration: Withdrawable, reason: string | null) => {
  const { id, number, version } = registration
  const text = `Bewerbung ${number} (${childName(registration)}) zurückgezogen.`
  const send = () => call(withdrawalEndpoints.withdraw, { params: { id }, body: { reason, version } })
  return act(id, send, [text, () => undoWithdrawal(registration)])
}

/** Asks for a reason, which may stay empty, and withdraws. */
export const withdrawRegistration = async (registration: Withdrawable) => {
  const reason = await promptDialog({
    title: 'Bewerbung zurückziehen',
    message: `Die Bewerbung von ${childName(registration)} zählt dann nicht mehr mit${registration.wait_rank === null ? '' : ' und verlässt die Warteliste'}. Das lässt sich ${UNDO_WITHDRAWAL_DAYS} Tage lang zurücknehmen.`,
    label: 'Grund (optional)',
    accept: 'Zurückziehen',
    type: 'negative',
  })
  if (reason !== undefined) await withdraw(registration, reason.trim() || null)
}

/** What one of two with joint custody asked for takes effect (domain §2.3). */
export const confirmWithdrawal = (registration: Withdrawable) => withdraw(registration, null)

export const declineWithdrawal = (registration: Withdrawable) => {
  const { id } = registration
  const text = `Die Bewerbung von ${childName(registration)} läuft weiter.`
  return act(id, () => call(withdrawalEndpoints.decline, { params: { id } }), [text])
}

/** The second person's agreement is there on paper, or that note was a mistake; the message offers the other one. */
export const notePaperAgreement = (
  registration: Pick<Withdrawable, 'id' | 'meta'>,
  on_paper: boolean,
): Promise<void> => {
  const { id } = registration
  const text = on_paper
    ? `Zustimmung zur Bewerbung von ${childName(registration)} vermerkt.`
    : `Vermerk bei ${childName(registration)} zurückgenommen.`
  const send = () => call(agreementEndpoints.noteOnPaper, { params: { id }, body: { on_paper } })
  return act(id, send, [text, () => notePaperAgreement(registration, !on_paper)])
}

/** Sends a mail of an application once more, with the texts of spec §8; `about` names the contact or the mail. */
const sendMailAgain = async (about: string, send: () => Promise<{ message: string }>) => {
  const reply = await actOnce(about, send, (failure) => refuseAction(failure, REGISTRATION_TEXTS.resendFailed))
  if (!reply) return
  void refreshRegistrations()
  await alertDialog({ title: REGISTRATION_TEXTS.resendTitle, message: reply.message, type: 'positive' })
}

export const resendFailedMail = (id: number, mailId: number) =>
  sendMailAgain(`mail ${mailId}`, () => call(registrationMailEndpoints.resendMail, { params: { id, mailId } }))

/** Sends a contact the link to the status of its application once more. */
export const sendStatusLink = (contactId: number) =>
  sendMailAgain(`status link ${contactId}`, () =>
    call(registrationFamilyEndpoints.resendLink, { params: { contactId } }),
  )

const send = (contactId: number) => call(registrationEndpoints.resendContactOptin, { params: { contactId } })

export const resendOptin = (contactId: number) => sendMailAgain(`optin ${contactId}`, () => send(contactId))

type Resendable = Pick<RowContact, 'id' | 'fullname' | 'may_resend'>

/** The contacts of an application to whom the server would send another mail. */
export const resendableOf = <Contact extends Resendable>(contacts: readonly Contact[]) =>
  contacts.filter(({ may_resend }) => may_resend)

/** To each of them; when only one was refused, says who got a mail and who did not. */
const sendEach = async (contacts: readonly Resendable[]) => {
  const tried = await Promise.allSettled(contacts.map(({ id }) => send(id)))
  const refused = tried.flatMap((one, at) =>
    one.status === 'rejected' ? [{ reason: one.reason, fullname: contacts[at]?.fullname }] : [],
  )
  const [reply] = tried.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (!reply) throw refused[0]?.reason
  return { message: [reply.message, ...refused.map((one) => `${one.fullname}: ${failureText(one.reason)}`)].join(' ') }
}

/** Sends the confirmation mail once more to all these contacts of an application. */
export const resendOptins = (contacts: readonly Resendable[]) =>
  sendMailAgain(`optin ${contacts.map(({ id }) => id).join(' ')}`, () => sendEach(contacts))
