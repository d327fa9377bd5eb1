import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import { queryClient } from '#web/api/query-client.ts'
import { json, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { MailWordingsPage } from './MailWordingsPage.tsx'
import { wordingsQuery } from './use-wording-edit.ts'

const wording = (version: number, body: string) => ({
  key: 'registration_waiting',
  version,
  is_own: true,
  subject: 'Betreff {Nummer}',
  body,
  changed_at: '2026-11-20T08:00:00.000Z',
  changed_by: 'Katharina Vogt',
})
let stored = wording(1, 'Alter Text')

/** A school with one mail; who saves an older version of it is refused. */
const answer = async (address: string | URL | Request, init?: RequestInit) => {
  if (String(address).includes('preview')) return json(422, { message: '', errors: {} })
  if (String(address).includes('versions')) return json(200, [])
  if (init?.method !== 'PUT') return json(200, [stored])
  const { body, version } = JSON.parse(String(init.body))
  if (version !== stored.version) return json(409, { message: ERROR_TEXTS.stale, changed_by: stored.changed_by })
  stored = wording(version + 1, body)
  return json(200, { message: 'Der neue Text ist gespeichert.' })
}

beforeEach(() => {
  stubBrowser(answer)
  stored = wording(1, 'Alter Text')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async () => {
  renderAsPage(MailWordingsPage)
  // The first page of a run loads its parts.
  await screen.findByLabelText('Text', {}, { timeout: 10_000 })
}
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text')
const type = (value: string) => fireEvent.change(text(), { target: { value } })

test('what was typed stays when somebody else saves, and both are compared before one is kept', async () => {
  await open()
  type('Mein Text')
  stored = wording(2, 'Text der Kollegin')
  await act(() => queryClient.fetchQuery({ ...wordingsQuery, staleTime: 0 }))
  expect(text().value).toBe('Mein Text')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Text der Kollegin')).toBeTruthy()
  expect(text().value).toBe('Mein Text')
  fireEvent.click(screen.getByRole('button', { name: 'Meine übernehmen' }))
  await vi.waitFor(() => expect(stored).toMatchObject({ version: 3, body: 'Mein Text' }))
})

test('after saving the next change starts from what is stored by then', async () => {
  await open()
  type('Erster')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await vi.waitFor(() => expect(stored.version).toBe(2))
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'Speichern' }).ariaBusy).not.toBe('true'))
  type('Zweiter')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await vi.waitFor(() => expect(stored).toMatchObject({ version: 3, body: 'Zweiter' }))
})

test('a subject stays one line, whatever is pasted', async () => {
  await open()
  const subject = screen.getByLabelText<HTMLTextAreaElement>('Betreff')
  fireEvent.change(subject, { target: { value: 'Ihre Anmeldung\nbei uns' } })
  expect(subject.value).toBe('Ihre Anmeldung bei uns')
})

test('a refused text takes the focus, and its placeholders stand above it', async () => {
  await open()
  type('')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  await vi.waitFor(() => expect(text().getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(text())
  const placeholder = screen.getByRole('button', { name: 'Platzhalter einfügen' })
  expect(text().compareDocumentPosition(placeholder)).toBe(Node.DOCUMENT_POSITION_PRECEDING)
})

test('each fault of a text is a line of its own', async () => {
  await open()
  type('{Vornme} geht in die {Schule zurück')
  fireEvent.click(screen.getByRole('button', { name: 'Speichern' }))
  expect(await screen.findByText('Diesen Platzhalter gibt es nicht: {Vornme}. Meinten Sie {Vorname}?')).toBeTruthy()
  expect(screen.getByText('Nach {Schule fehlt die Klammer }.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Text: 2 Fehler' })).toBeTruthy()
})

test('a placeholder that must be used says so', async () => {
  stored = { ...wording(1, 'Alter Text'), key: 'registration_optin' }
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Platzhalter einfügen' }))
  const itemOf = async (name: RegExp) => (await screen.findByRole('menuitem', { name })).textContent
  expect(await itemOf(/^\{Nummer\}/)).toBe('{Nummer}Nummer der Bewerbung, muss vorkommen')
  expect(await itemOf(/^\{Schule\}/)).toBe('{Schule}Name der Schule')
})
