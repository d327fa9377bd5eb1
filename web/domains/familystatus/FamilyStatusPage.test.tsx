import { act, cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { FamilyStatus, FamilyWish } from '#contract/registrations/registrations.family.ts'
import { FAMILY_STATUS_TEXTS } from '#contract/registrations/registrations.family.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { FamilyStatusPage, tokenAt } from './FamilyStatusPage.tsx'

const STATUS: FamilyStatus = {
  school: {
    short: 'fsw',
    name: 'Freie Schule am Wald',
    accent: '#1f7a4d',
    phone: '030 23125100',
    mail: 'sekretariat@example.org',
    street: 'Waldweg',
    house_number: '1',
    zip: '15999',
    city: 'Wacholderhain',
    carrier_name: 'Trägerverein',
    logo: null,
  },
  number: 'FSW-2027-0001',
  child_firstname: 'Mia',
  school_year: '2027/2028',
  desired_grade: 1,
  received_on: '2026-11-18',
  mail_confirmed_on: '2026-11-19',
  stage: 'received',
  next: 'Die Schule meldet sich.',
  missing_papers: [],
  confirm_by: null,
  withdrawn_on: null,
  withdrawal: 'at_once',
  agreement: null,
}
const WITHDRAWN = { stage: 'withdrawn', withdrawn_on: '2026-11-20', withdrawal: 'impossible' } as const

let status: FamilyStatus
let isKnown: boolean
let isOnline: boolean
let wishes: FamilyWish[]

const answer = async (_address: string | URL | Request, init?: RequestInit) => {
  if (!isOnline) throw new TypeError('Failed to fetch')
  if (!isKnown) return json(404, { message: FAMILY_STATUS_TEXTS.unknown })
  if (init?.method === 'POST') {
    wishes.push(JSON.parse(String(init.body)))
    status = { ...status, ...WITHDRAWN }
  }
  return json(200, status)
}

/** jsdom has no modal dialogs. */
const MODAL = {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
}

// Drawing a whole page may take more than a second on a busy machine.
beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  status = STATUS
  isKnown = true
  isOnline = true
  wishes = []
  stubBrowser(answer)
  Object.assign(HTMLDialogElement.prototype, MODAL)
})
afterEach(() => {
  cleanup()
  for (const name of Object.keys(MODAL)) Reflect.deleteProperty(HTMLDialogElement.prototype, name)
  vi.unstubAllGlobals()
})

const open = async (token: string | undefined = 'token') => {
  render(<FamilyStatusPage token={token} />)
  await screen.findByRole('heading', { level: 1 })
}
const steps = () => screen.getAllByRole('listitem').map((item) => item.textContent)

test.each([
  ['received', 'Liegt der Schule vor jetzt'],
  ['checking', 'Wird von der Schule bearbeitet jetzt'],
] as const)('while it is %s nothing of a decision shows', async (stage, line) => {
  status = { ...STATUS, stage }
  await open()
  expect(steps()).toContain(line)
  expect(document.body.textContent).not.toMatch(/Kein Platz|keinen Platz/)
})

test('a link without a key, and one that does not work, are one page', async () => {
  isKnown = false
  await open()
  expect((await screen.findByRole('alert')).textContent).toBe(FAMILY_STATUS_TEXTS.unknown)
  const unknown = screen.getByRole('main').textContent
  cleanup()
  expect(tokenAt('/bewerbungsstatus/')).toBeUndefined()
  await open(tokenAt('/bewerbungsstatus/'))
  expect(screen.getByRole('main').textContent).toBe(unknown)
})

test('a page that cannot be loaded tries again', async () => {
  isOnline = false
  await open()
  expect(screen.getByRole('alert').textContent).toContain('Keine Verbindung')
  isOnline = true
  fireEvent.click(screen.getByRole('button', { name: 'Noch einmal versuchen' }))
  expect(await screen.findByText(/^Mia · Klassenstufe 1 · Schuljahr/)).toBeTruthy()
})

test('a withdrawal that did not get through keeps question and reason, and pressed twice is sent once', async () => {
  await open()
  fireEvent.click(await screen.findByRole('button', { name: 'Bewerbung zurückziehen' }))
  fireEvent.change(screen.getByLabelText(/^Grund/), { target: { value: 'Wir ziehen um.' } })
  isOnline = false
  const accept = screen.getByRole('button', { name: 'Ja, zurückziehen' })
  await act(async () => fireEvent.click(accept))
  expect(screen.getByText(/^Keine Verbindung/).closest('[role="alert"]')).toBeTruthy()
  isOnline = true
  await act(async () => {
    fireEvent.click(accept)
    fireEvent.click(accept)
  })
  expect(await screen.findByText(/^Die Bewerbung ist zurückgezogen\./)).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  expect(wishes).toEqual([{ action: 'withdraw', reason: 'Wir ziehen um.' }])
  expect(steps().at(-1)).toMatch(/^Zurückgezogen am 20\.11\.2026/)
  expect(screen.queryByRole('button', { name: 'Bewerbung zurückziehen' })).toBeNull()
})

test.each([
  [{ state: 'open', on: null, is_own: true }, 'Ihre Zustimmung noch offen', /Ihre Zustimmung fehlt noch\./],
  [
    { state: 'open', on: null, is_own: false },
    'Zustimmung der zweiten sorgeberechtigten Person noch offen',
    /hat noch nicht zugestimmt\./,
  ],
  [
    { state: 'declined', on: '2026-11-20', is_own: false },
    /noch offen$/,
    /hat am 20\.11\.2026 angegeben, dass sie nicht/,
  ],
  [{ state: 'agreed', on: '2026-11-20', is_own: true }, 'Ihre Zustimmung am 20.11.2026 erledigt', undefined],
] as const)('both parents read whether the second one agreed: %j', async (agreement, step, text) => {
  status = { ...STATUS, agreement }
  await open()
  expect(steps()).toContainEqual(step instanceof RegExp ? expect.stringMatching(step) : step)
  if (text) expect(document.body.textContent).toMatch(text)
  else expect(document.body.textContent).not.toMatch(/zugestimmt|fehlt noch/)
})
