import type { RowContact } from '#contract/registrations/registrations.rows.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { call } from '#web/api/client.ts'
import { failureText } from '#web/api/errors.ts'
import { sendMailAgain } from './send-mail-again.ts'

const send = (contactId: number) => call(registrationEndpoints.resendContactOptin, { params: { contactId } })

/** Sends a contact the confirmation mail once more. */
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
