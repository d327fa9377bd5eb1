import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { insideSchool } from './factories.ts'
import { apply, readNewest } from './family-forms.ts'
import type { PostOffice } from './post-office.ts'
import type { TestApp } from './test-app.ts'

export interface OptinLink {
  school_short: string
  contact_id: string | number
  contact_uuid: string
}

/** The confirmation link in the text of a mail. */
export const linkIn = (text: string | undefined): OptinLink => {
  const [, school_short = '', contact_id = '', contact_uuid = ''] =
    /\/app\/registration_contact_optin\/([^/]+)\/([^/]+)\/(\S+)/.exec(text ?? '') ?? []
  return { school_short, contact_id, contact_uuid }
}

/** Families of fsw that apply, get their mails and follow the links, each from a separate network address. */
export function openFamilies(app: TestApp, post: PostOffice, fsw: number) {
  let visitors = 0
  let families = 0
  // Unknown links count by network address.
  const stranger = () => {
    visitors += 1
    return app.visitor(`10.3.${Math.floor(visitors / 250)}.${visitors % 250}`)
  }
  const mailsTo = (address: string) => post.mails.filter(({ envelope }) => envelope.includes(address))
  return {
    mailsTo,
    confirm: (body: OptinLink, headers: Record<string, string> = {}) =>
      stranger().call(endpoints.confirmOptin, { body, headers }),
    look: (body: OptinLink) => stranger().call(endpoints.findOptin, { body }),
    resend: (body: OptinLink) => stranger().call(endpoints.resendOptin, { body }),
    readContact: (id: number) =>
      insideSchool(app, fsw, (tx) =>
        tx.selectFrom('registration_contact').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
      ),
    /** A family that applied and got its mail; `browser` is the family's. */
    async family(answers: Record<string, unknown> = {}) {
      families += 1
      const mail = `familie${families}@example.org`
      const browser = app.visitor()
      const number = await apply(app, browser, { answers: { 'contacts.0.mail': mail, ...answers } })
      await post.runDue()
      const { contacts } = await readNewest(app, fsw)
      return { mail, number, browser, contactId: contacts[0]?.id ?? 0, link: linkIn(mailsTo(mail)[0]?.text) }
    },
  }
}
export type Families = ReturnType<typeof openFamilies>
