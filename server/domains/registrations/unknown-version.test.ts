import { afterAll, beforeAll, expect, test } from 'vitest'
import { registrationMailEndpoints } from '#contract/registrations/registrations.mails.ts'
import { placeEndpoints } from '#contract/registrations/registrations.place.ts'
import { registrationEndpoints } from '#contract/registrations/registrations.ts'
import { withdrawalEndpoints } from '#contract/registrations/registrations.withdrawal.ts'
import { confirmMails, makeApplication } from '#server/test/child-factories.ts'
import { type EditSchool, openEditSchool } from '#server/test/edit-school.ts'

let school: EditSchool
beforeAll(async () => {
  school = await openEditSchool()
})
afterAll(() => school.app.stop())

test.each([1, 2_147_483_000])('a future version, by %i, is refused by every call that takes one', async (by) => {
  const { id } = await makeApplication(school.app, school.fsw)
  await confirmMails(school.app, school.fsw, id)
  await school.status(id, 'waiting')
  const { version: current, contacts } = await school.details(id)
  const version = current + by
  const { head } = school
  const params = { id }
  const contact_ids = contacts.map((contact) => contact.id)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const replies = [
    await head.call(registrationEndpoints.saveNote, { params, body: { internal_note: 'Anruf', version } }),
    await head.call(registrationEndpoints.changeStatus, { params, body: { status: 'rejected', version } }),
    await head.call(placeEndpoints.change, { params, body: { is_staff_child: true, version } }),
    await head.call(withdrawalEndpoints.withdraw, { params, body: { reason: null, version } }),
    await head.call(registrationMailEndpoints.sendStatusMail, { params, body: { contact_ids, version }, headers }),
    await school.edit(id, { answers: { 'contacts.0.phone': '0331 777888' }, version }),
  ]
  for (const reply of replies) expect([reply.statusCode, reply.json().version]).toEqual([409, current])
  expect(await school.details(id)).toMatchObject({ version: current, status: 'waiting', internal_note: null })
})
