import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  MAIL_TEST_CONTENT,
  MAIL_TEST_FAILED,
  MAIL_TEST_SENT,
  MAIL_TEST_SUBJECT,
  mailtestEndpoints,
} from '#contract/mailtest/mailtest.ts'
import { closeApp, endSession, logIn, openApp, page, signIn } from '#web/app.test-data.ts'
import { type FakeServer, fakeServer, stillOnItsWay } from '#web/fake-server.test-data.ts'
import { baseDataOf, json } from '#web/page.test-data.ts'
import { MAIL_TEST, openFrameDialog } from '#web/shell/frame-dialogs.ts'

const DEFAULTS = {
  from: 'schulhof@localhost',
  subject: MAIL_TEST_SUBJECT,
  content: MAIL_TEST_CONTENT,
  is_configured: true,
}
const TITLE = 'Test Email erstellen'
const KEYS = { save: '{Control>}s{/Control}' }

let server: FakeServer

beforeEach(() => {
  server = fakeServer([stillOnItsWay])
  server.on(mailtestEndpoints.defaults, () => DEFAULTS)
  server.on(mailtestEndpoints.send, () => ({ message: MAIL_TEST_SENT }))
  signIn(server, baseDataOf('admin'))
})
afterEach(closeApp)

const dialog = () => within(screen.getByRole('dialog', { name: TITLE }))
const field = (label: string) => dialog().getByLabelText<HTMLInputElement>(label)
const fill = (label: string, value: string) => fireEvent.change(field(label), { target: { value } })
const send = () => fireEvent.click(dialog().getByRole('button', { name: 'Senden' }))
const focusOn = (label: string) => waitFor(() => expect(document.activeElement).toBe(field(label)))
const described = (label: string, description: string) => dialog().findByRole('textbox', { name: label, description })

const open = async () => {
  await openApp('/', server)
  const title = await page(/^Willkommen/)
  title.focus()
  act(() => openFrameDialog(MAIL_TEST))
  await screen.findByRole('dialog', { name: TITLE })
  await dialog().findByLabelText('An')
  await focusOn('An')
  return title
}

test('the dialog prefills a mail to oneself and reports what the mail server said', async () => {
  await open()
  expect(field('Von').readOnly).toBe(true)
  expect(dialog().getByText(/„Senden als“.*kann ein Tag vergehen/)).toBeTruthy()
  expect(field('An').value).toBe('leitung.fsw@example.org')
  expect(field('Betreff').value).toBe('Testmail SMTP-Test')
  expect(field('Inhalt').value).toMatch(/^Guten Tag,/)
  fill('Betreff', 'Kommt das an?')
  send()
  const message = within(await screen.findByRole('dialog', { name: 'Hinweis' }))
  expect(message.getByText('E-Mail wurde erfolgreich gesendet')).toBeTruthy()
  await userEvent.click(message.getByRole('button', { name: 'OK' }))
  await userEvent.click(dialog().getByText('Antwort des Servers'))
  expect(dialog().getByText('Status 200: E-Mail wurde erfolgreich gesendet')).toBeTruthy()
  expect(server.bodiesOf(mailtestEndpoints.send)).toEqual([
    { from: DEFAULTS.from, to: 'leitung.fsw@example.org', subject: 'Kommt das an?', content: DEFAULTS.content },
  ])
  await userEvent.click(dialog().getByRole('button', { name: 'Abbrechen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('what is missing is said beside its field, and nothing is sent', async () => {
  await open()
  for (const label of ['An', 'Betreff', 'Inhalt']) fill(label, '')
  send()
  expect(await dialog().findByText('Bitte prüfen Sie 3 Angaben:')).toBeTruthy()
  expect(await described('An', 'Dieses Feld ist ein Pflichtfeld.')).toBeTruthy()
  expect(server.sentTo(mailtestEndpoints.send)).toEqual([])
})

test.each([
  [422, { message: 'Der Mailserver antwortet: 550 No such user' }, 'Der Mailserver antwortet: 550 No such user'],
  [500, {}, MAIL_TEST_FAILED],
])('a refusal (%i) is told in an alert, and the mail stays', async (status, body, text) => {
  server.on(mailtestEndpoints.send, () => json(status, body))
  await open()
  fill('Inhalt', 'Test')
  send()
  const message = within(await screen.findByRole('dialog', { name: 'Fehler' }))
  expect(message.getByText(text)).toBeTruthy()
  await userEvent.click(message.getByRole('button', { name: 'OK' }))
  expect(field('Inhalt').value).toBe('Test')
})

test('a refused field says so in the words of the server, and the mail stays', async () => {
  const text = 'Dies ist keine gültige E-Mail-Adresse.'
  server.on(mailtestEndpoints.send, () => json(422, { message: 'Bitte prüfen.', errors: { to: [text] } }))
  await open()
  fill('Inhalt', 'Test')
  send()
  expect(await described('An', text)).toBeTruthy()
  expect(field('Inhalt').value).toBe('Test')
})

test('what was typed is not lost by Escape until it has been sent', async () => {
  const title = await open()
  await userEvent.keyboard('anna@example.org{Escape}')
  const question = await screen.findByRole('dialog', { name: 'Ungespeicherte Änderungen' })
  const stay = within(question).getByRole('button', { name: 'Weiter bearbeiten' })
  await waitFor(() => expect(document.activeElement).toBe(stay))
  await userEvent.keyboard('{Enter}')
  await focusOn('An')
  await userEvent.tab()
  await focusOn('Betreff')
  await userEvent.keyboard(KEYS.save)
  const message = await screen.findByRole('dialog', { name: 'Hinweis' })
  await waitFor(() => expect(document.activeElement).toBe(within(message).getByRole('button', { name: 'OK' })))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(message.isConnected).toBe(false))
  await focusOn('Betreff')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement).toBe(title))
})

test('a mail that the end of the session interrupts is there again after the login', async () => {
  await open()
  fill('An', 'anna@example.org')
  fill('Inhalt', 'Mitten im Satz')
  endSession(server)
  server.on(mailtestEndpoints.send, () => json(401, { message: '' }))
  send()
  await page('Login')
  expect(screen.queryByRole('dialog')).toBeNull()
  logIn(server, baseDataOf('admin'))
  await screen.findByRole('dialog', { name: TITLE })
  await dialog().findByLabelText('An')
  expect([field('An').value, field('Inhalt').value]).toEqual(['anna@example.org', 'Mitten im Satz'])
  await userEvent.click(dialog().getByRole('button', { name: 'Abbrechen' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Verwerfen' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
