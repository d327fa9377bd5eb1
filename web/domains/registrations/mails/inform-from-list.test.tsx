import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import {
  registrationMailEndpoints,
  STATUS_MAIL_TEXTS,
  type StatusMailPreview,
} from '#contract/registrations/registrations.mails.ts'
import { closeApp, openApp, press, serverFor } from '#web/app.test-data.ts'
import { applicationOf, schoolOf } from '#web/domains/registrations/registrations.test-data.ts'
import { answer } from '#web/fake-server.test-data.ts'
import { paths } from '#web/paths.ts'

afterEach(closeApp)

const LIST = `${paths.registrations}?search=Bescheid&sort=child`

const previewOf = (reached: Pick<StatusMailPreview, 'recipients' | 'unreachable' | 'hints'>): StatusMailPreview => ({
  kind: 'rejected',
  version: 2,
  mail: {
    subject: 'Nachricht',
    from: 'a@fsw.example.org',
    reply_to: 'a@fsw.example.org',
    paragraphs: ['Guten Tag,', 'Bitte antworten Sie bald. Eine kurze Antwort auf diese E-Mail oder ein Anruf genügt.'],
    action: null,
    link: null,
    closing: [],
    school_name: 'fsw',
  },
  sent_before: null,
  ...reached,
})
const preview = answer(registrationMailEndpoints.previewStatusMail, () =>
  previewOf({
    recipients: [],
    unreachable: [{ contact_id: 5, fullname: 'Anna Bescheid', reason: 'unverified' }],
    hints: ['Ihre Angaben zu dieser Bewerbung löschen wir frühestens am 20.05.2027.'],
  }),
)
const childrenNamed = (firstnames: readonly string[]) =>
  firstnames.map((firstname) => applicationOf({ firstname, lastname: 'Bescheid' }))
const linkOf = (name: string) => screen.findByRole('link', { name })
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('who is worked off by keys can be told in place, and nobody is stopped by it', async () => {
  await openApp(LIST, serverFor('schooladmin', [preview, ...schoolOf(childrenNamed(['Anton', 'Berta']))]))
  const anton = await linkOf('Bescheid, Anton')
  anton.focus()
  press('4')
  const told = (await screen.findByText('Anton Bescheid: Abgelehnt.')).closest('[role="alert"]') as HTMLElement
  expect(within(told).getByRole('button', { name: 'Sorgeberechtigte informieren' })).toBeTruthy()
  expect(document.activeElement).toBe(anton)
  press('i')
  const name = 'Sorgeberechtigte informieren: Anton Bescheid'
  const dialog = within(await screen.findByRole('dialog', { name }))
  expect(await dialog.findByRole('region', { name: 'Text für Anruf oder Brief' })).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await isClosed()
  await waitFor(() => expect(document.activeElement).toBe(anton))
  // The next one at once.
  press('j')
  press('2')
  expect(await screen.findByText('Berta Bescheid: Angenommen.')).toBeTruthy()
  press('?')
  const keys = await screen.findByRole('dialog', { name: 'Tastenkürzel' })
  expect(within(keys).getByText(/Sorgeberechtigte informieren/)).toBeTruthy()
})

test('who did not confirm is named with the reason, and nothing can be sent', async () => {
  const [mia] = childrenNamed(['Mia'])
  if (!mia) throw new Error('There is no child.')
  await openApp(
    paths.registration(mia.id),
    serverFor('schooladmin', [preview, ...schoolOf([Object.assign(mia, { status: 'rejected' })])]),
  )
  fireEvent.click(await screen.findByRole('button', { name: 'Als Brief (PDF) …' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Sorgeberechtigte informieren/ }))
  expect(await dialog.findByText('Anna Bescheid erhält keine E-Mail: Adresse nicht bestätigt.')).toBeTruthy()
  expect(dialog.getByText(/^Ihre Angaben zu dieser Bewerbung löschen wir frühestens am/)).toBeTruthy()
  expect(dialog.getByText(STATUS_MAIL_TEXTS.nobody)).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'E-Mail senden' })).toBeNull()
  // Who got a refusal applies for nothing.
  expect(dialog.queryByRole('button', { name: 'Aufnahmeantrag herunterladen' })).toBeNull()
})

test('without any address the dialog gives the words for a call, and the sheet that has the numbers', async () => {
  const [mia] = childrenNamed(['Mia'])
  if (!mia) throw new Error('There is no child.')
  const unreachable = [{ contact_id: 5, fullname: 'Anna Bescheid', reason: 'none' as const }]
  const nobody = answer(registrationMailEndpoints.previewStatusMail, () => ({
    ...previewOf({ recipients: [], unreachable, hints: [] }),
    kind: 'accepted' as const,
  }))
  const school = [nobody, ...schoolOf([Object.assign(mia, { status: 'accepted' })])]
  await openApp(paths.registration(mia.id), serverFor('schooladmin', school))
  fireEvent.click(await screen.findByRole('button', { name: 'Als Brief (PDF) …' }))
  const dialog = within(await screen.findByRole('dialog', { name: /^Sorgeberechtigte informieren/ }))
  expect(await dialog.findByText(STATUS_MAIL_TEXTS.noAddress)).toBeTruthy()
  expect(within(dialog.getByRole('region', { name: 'Text für Anruf oder Brief' })).getByText('Guten Tag,')).toBeTruthy()
  expect(dialog.getByText('Bitte antworten Sie bald. Ein kurzer Brief oder ein Anruf genügt.')).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Aufnahmeantrag herunterladen' })).toBeTruthy()
  expect(dialog.queryByRole('region', { name: 'Vorschau der E-Mail' })).toBeNull()
})

test('a decision that the family has read is taken back only after a question, by key and by menu', async () => {
  const mia = Object.assign(applicationOf({ firstname: 'Ida', lastname: 'Bescheid' }), {
    status: 'waiting',
    told_at: '2026-11-19T08:00:00.000Z',
  })
  await openApp(LIST, serverFor('schooladmin', schoolOf([mia])))
  const link = await linkOf('Bescheid, Ida')
  link.focus()
  press('2')
  const refuse = async () => {
    const question = await screen.findByRole('dialog', { name: 'Status trotzdem ändern?' })
    expect(question.textContent).toContain('ist schon informiert: „Warteliste“')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Abbrechen'))
    await userEvent.keyboard('{Enter}')
    await isClosed()
  }
  await refuse()
  const status = screen.getByLabelText('Warteliste: Status von Ida Bescheid ändern')
  await userEvent.click(status)
  const accepted = await screen.findByRole('menuitem', { name: 'Angenommen' })
  await waitFor(() => expect(screen.getByRole('menu').contains(document.activeElement)).toBe(true))
  await userEvent.click(accepted)
  await refuse()
  expect(mia.status).toBe('waiting')
})
