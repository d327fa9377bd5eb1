import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Receipt } from '#contract/registrations/registrations.public.ts'
import { type Delivery, PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { REGULAR } from '#contract/registrations/registrations.sample.test-data.ts'
import { endFakeTime, json } from '#web/page.test-data.ts'
import { PublicRegistrationPage } from './PublicRegistrationPage.tsx'
import { CLOSED, eventually, openAt, RECEIPT, server, startServer, stopServer } from './public-form.test-data.ts'
import { RegistrationReceiptCard } from './RegistrationReceiptCard.tsx'

const HOUR_MS = 3_600_000
const { tooFast } = PUBLIC_REGISTRATION_TEXTS

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  startServer()
})
afterEach(() => {
  cleanup()
  stopServer()
  endFakeTime()
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const title = () => screen.getByRole('heading', { level: 1 }).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const refuseOldToken = () => {
  server.answerSubmission = ({ body }) =>
    body.form_token === 'first.token' ? json(422, { message: tooFast }) : undefined
  server.settings = { ...server.settings, form_token: 'second.token' }
}

test('who goes on to another page has the draft saved at once, and no try comes later', async () => {
  await openAt('child', REGULAR)
  fireEvent.change(screen.getByLabelText('Vorname(n)'), { target: { value: 'Mira' } })
  cleanup()
  expect(server.draft).toMatchObject({ answers: { meta: { child_firstname: 'Mira' } } })
  server.draft = null
  await pass(60_000)
  expect(server.draft).toBeNull()
})

describe('a form that closes while it is open', () => {
  test('says so, and its draft is there when it opens again', async () => {
    await openAt('child', REGULAR)
    const open = server.settings
    server.settings = { ...open, ...CLOSED }
    await pass(13 * HOUR_MS)
    expect(screen.getByText(PUBLIC_REGISTRATION_TEXTS.closed)).toBeTruthy()
    expect(screen.getByText(/^Ihr Entwurf bleibt/)).toBeTruthy()
    cleanup()
    server.settings = open
    render(<PublicRegistrationPage schoolShort="fsw" />)
    await eventually(() => expect(screen.getByLabelText<HTMLInputElement>('Vorname(n)').value).toBe('Mia'))
  })

  test('says so at the next step', async () => {
    await openAt('place', REGULAR)
    server.settings = { ...server.settings, ...CLOSED }
    press('Weiter')
    await eventually(() => expect(screen.getByText(PUBLIC_REGISTRATION_TEXTS.closed)).toBeTruthy())
    expect(title()).toBe('Bewerbung um einen Schulplatz')
  })
})

describe('a form the server no longer takes', () => {
  test('is renewed when it is refused, and then can be sent', async () => {
    await openAt('check', REGULAR)
    refuseOldToken()
    await pass(2 * 60_000)
    press('Bewerbung absenden')
    await eventually(() => expect(screen.getByText(tooFast)).toBeTruthy())
    press('Bewerbung absenden')
    await pass(12_000)
    await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
    expect(server.submissions.map(({ body }) => body.form_token)).toEqual(['first.token', 'second.token'])
  })

  test('is renewed by itself in a tab that was open for more than a day', async () => {
    await openAt('check', REGULAR)
    refuseOldToken()
    await pass(25 * HOUR_MS)
    expect(server.loads).toBeGreaterThan(1)
    press('Bewerbung absenden')
    await pass(12_000)
    await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
    expect(server.submissions.map(({ body }) => body.form_token)).toEqual(['second.token'])
  })
})

test('without connection the application waits, says so, and goes out once', async () => {
  await openAt('check', REGULAR)
  server.answerSubmission = () => {
    if (server.submissions.length < 3) throw new TypeError('Failed to fetch')
    return undefined
  }
  press('Bewerbung absenden')
  await eventually(() =>
    expect(
      screen.getByText(/^Keine Verbindung\. Ihre Eingaben bleiben erhalten – wir versuchen es erneut\./),
    ).toBeTruthy(),
  )
  expect(screen.getByText('Noch nicht abgesendet').closest('[role="alert"]')).toBeTruthy()
  await pass(5_000)
  expect(server.submissions).toHaveLength(2)
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(server.submissions).toHaveLength(3)
  await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
  expect(new Set(server.submissions.map(({ key }) => key)).size).toBe(1)
  expect(server.submissions[0]?.key).toBeTruthy()
})

test('a receipt that is loaded again is shown again', async () => {
  await openAt('check', REGULAR)
  press('Bewerbung absenden')
  await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
  cleanup()
  render(<PublicRegistrationPage schoolShort="fsw" />)
  await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
  expect(screen.getByText('a***@example.org')).toBeTruthy()
})

const SPAM = /Sehen Sie auch im Spam-Ordner nach/
const withDelivery = (delivery: Delivery): Receipt => ({
  ...RECEIPT,
  message: delivery === 'waiting' ? PUBLIC_REGISTRATION_TEXTS.thanksLater(RECEIPT.number) : RECEIPT.message,
  contacts: RECEIPT.contacts.map((contact) => ({ ...contact, delivery })),
})
const openReceipt = async (receipt: Receipt) => {
  server.receipt = receipt
  history.replaceState({ view: 'receipt', depth: 0, checkDepth: null }, '')
  render(<PublicRegistrationPage schoolShort="fsw" />)
  await eventually(() => expect(title()).toBe('Bewerbung eingegangen'))
}
const textOfPage = () => document.body.textContent

test('a receipt whose mail has not left claims no sent mail, and says so as soon as it has', async () => {
  await openReceipt(withDelivery('waiting'))
  expect(textOfPage()).toContain('Wir schicken Ihnen in Kürze eine E-Mail mit einem Link.')
  expect(textOfPage()).toContain('Unsere E-Mail an Sie ist noch nicht abgeschickt.')
  expect(textOfPage()).not.toMatch(/gesendet|Spam/)
  server.receipt = withDelivery('sent')
  await pass(15_000)
  await eventually(() => expect(textOfPage()).toMatch(SPAM))
  expect(textOfPage()).toContain('über den Link, den wir Ihnen gesendet haben.')
})

test('who comes back to the receipt sees that the address is confirmed', async () => {
  await openReceipt(RECEIPT)
  server.receipt = { ...RECEIPT, contacts: RECEIPT.contacts.map((contact) => ({ ...contact, is_verified: true })) }
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  await eventually(() => expect(screen.getByText('✓ bestätigt')).toBeTruthy())
})

test('an address that takes no mail is named, and nobody is sent to the spam folder', async () => {
  await openReceipt(withDelivery('refused'))
  expect(screen.getByText(/^Diese Adresse hat unsere E-Mail nicht angenommen\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Adresse korrigieren, a***@example.org' })).toBeTruthy()
  expect(textOfPage()).not.toMatch(SPAM)
})

test.each([
  ['sent', ['Wir haben den Link an anna@example.org gesendet.']],
  ['waiting', ['Die Adresse ist geändert. Wir schicken den Link in Kürze an anna@example.org.']],
  ['refused', []],
] as const)('after a correction whose mail is %s nothing contradicts that', async (delivery, texts) => {
  await openReceipt(withDelivery('refused'))
  server.corrected = withDelivery(delivery)
  press('Adresse korrigieren, a***@example.org')
  fireEvent.change(screen.getByLabelText('Richtige E-Mail-Adresse'), { target: { value: 'anna@example.org' } })
  press('Adresse ändern')
  await eventually(() => expect(screen.queryByLabelText('Richtige E-Mail-Adresse')).toBeNull())
  const refusals = screen.queryAllByText(/^Diese Adresse hat unsere E-Mail nicht angenommen\./)
  expect(refusals).toHaveLength(delivery === 'refused' ? 1 : 0)
  const said = screen.queryAllByText(/^(Wir haben den Link|Die Adresse ist geändert)/)
  expect(said.map(({ textContent }) => textContent)).toEqual(texts)
  // What is said has the focus.
  const spoken = document.activeElement
  expect(spoken?.textContent).toContain(texts[0] ?? 'nicht angenommen')
})

test('a new visit learns only that there is a draft until somebody says it is theirs', async () => {
  server.draft = { step: 'child', answers: { ...REGULAR } }
  render(<PublicRegistrationPage schoolShort="fsw" />)
  await eventually(() => expect(title()).toBe('Angefangene Bewerbung'))
  expect(screen.getByText(/^Es gibt einen angefangenen Entwurf von \d\d:\d\d Uhr\.$/)).toBeTruthy()
  expect(document.body.textContent).not.toContain('Mia')
  press('Fortsetzen')
  await eventually(() => expect(screen.getByLabelText<HTMLInputElement>('Vorname(n)').value).toBe('Mia'))
})

test('two people with one address share a line, and a correction is for both', async () => {
  const [contact] = RECEIPT.contacts
  if (!contact) throw new Error('the receipt has no contact')
  const both = { ...RECEIPT, contacts: [contact, { ...contact, position: 2 }] }
  server.corrected = both
  const typed = { 1: 'anna@example.org', 2: 'anna@example.org' }
  render(<RegistrationReceiptCard settings={server.settings} receipt={both} typedMails={typed} onReceipt={() => {}} />)
  const line = screen.getByText('anna@example.org').closest('li')
  expect(line?.textContent).toMatch(/^Person 1 und 2: anna@example\.org/)
  press('Adresse korrigieren, anna@example.org')
  fireEvent.change(screen.getByLabelText('Richtige E-Mail-Adresse'), { target: { value: 'ada@example.org' } })
  press('Adresse ändern')
  await eventually(() => expect(screen.queryByLabelText('Richtige E-Mail-Adresse')).toBeNull())
  expect(server.corrections.map(({ position, mail }) => [position, mail])).toEqual([
    [1, 'ada@example.org'],
    [2, 'ada@example.org'],
  ])
  cleanup()
  render(
    <RegistrationReceiptCard settings={server.settings} receipt={both} typedMails={undefined} onReceipt={() => {}} />,
  )
  expect(screen.getAllByText('a***@example.org')).toHaveLength(2)
})
