import { publicRegistrationEndpoints as endpoints } from '#contract/registrations/registrations.public.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { updateSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { insideSchool, makeSchool, makeUser } from './factories.ts'
import { readNewest, SECOND_CONTACT } from './family-forms.ts'
import { linkIn, type OptinLink, openFamilies } from './optin-families.ts'
import { openPostOffice } from './post-office.ts'
import { startTestApp } from './test-app.ts'

/** fsw, which collects the agreement of second parents by a link, with its head and families that apply there. */
export async function openAgreementSchool(options: Parameters<typeof startTestApp>[0] = {}) {
  const app = await startTestApp(options)
  const post = await openPostOffice(app)
  const fsw = await makeSchool(app, 'fsw')
  const fow = await makeSchool(app, 'fow')
  const families = openFamilies(app, post, fsw)
  const headOf = async (school: number) =>
    app.signedIn((await makeUser(app, { role: 'schooladmin', schools: [school] })).id)
  const head = await headOf(fsw)
  const set = (value: object) =>
    insideSchool(app, fsw, (tx) =>
      updateSetting(tx, { key: 'SCHOOL_REGISTRATION_SETTINGS', value: { isActive: true, ...value } }),
    )
  await set({ second_agreement_by_link: true })

  let couples = 0
  let visitors = 0
  const stranger = () => {
    visitors += 1
    return app.visitor(`10.8.${Math.floor(visitors / 250)}.${visitors % 250}`)
  }
  const answer = (link: OptinLink, decision: string, headers: Record<string, string> = {}) =>
    stranger().call(endpoints.answerAgreement, { body: { ...link, decision } as never, headers })

  return {
    ...{ app, post, fsw, fow, families, head, headOf, set, answer },
    /** Two parents who applied; `links` by position. */
    async couple(answers: Record<string, unknown> = {}) {
      couples += 1
      const mails = [`eins${couples}@example.org`, `zwei${couples}@example.org`]
      const { number, browser } = await families.family({
        ...SECOND_CONTACT,
        'meta.joint_consent_declared': undefined,
        'contacts.0.mail': mails[0],
        'contacts.1.mail': mails[1],
        ...answers,
      })
      const { row, contacts } = await readNewest(app, fsw)
      return {
        ...{ id: row.id, number, browser, mails },
        contactIds: contacts.map(({ id }) => id),
        links: mails.map((mail) => linkIn(families.mailsTo(mail)[0]?.text)),
      }
    },
    second: (couple: { contactIds: number[] }) => families.readContact(couple.contactIds[1] ?? 0),
    details: async (id: number) => (await head.call(registrationEndpoints.get, { params: { id } })).json(),
    eventsOf: (id: number) =>
      insideSchool(app, fsw, async (tx) => {
        const rows = await tx
          .selectFrom('registration_event')
          .select(['kind', 'contact_position', 'created_by'])
          .where('registration_id', '=', id)
          .orderBy('id')
          .execute()
        return rows.map(({ kind, contact_position, created_by }) => [kind, contact_position, created_by])
      }),
    setRegistration: (id: number, change: object) =>
      insideSchool(app, fsw, (tx) => tx.updateTable('registration').set(change).where('id', '=', id).execute()),
    forgetLimits: () => app.database.owner.query('delete from rate_limit'),
    async stop() {
      await post.stop()
      await app.stop()
    },
  }
}
export type AgreementSchool = Awaited<ReturnType<typeof openAgreementSchool>>
