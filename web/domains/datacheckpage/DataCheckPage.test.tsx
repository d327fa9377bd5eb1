import { cleanup, configure, fireEvent, render, screen, within } from '@testing-library/react'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { DataCheckFamily } from '#contract/datachecks/datachecks.family.ts'
import type { DataCheckInput } from '#contract/datachecks/datachecks.form.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { DataCheckPage, tokenAt } from './DataCheckPage.tsx'

const PAGE: DataCheckFamily = {
  school: {
    ...{ short: 'fsw', name: 'Freie Schule am Wald', accent: '#1f7a4d', phone: '030 23125100' },
    ...{ mail: 'sekretariat@example.org', street: 'Waldweg', house_number: '1', zip: '15999', city: 'Wacholderhain' },
    ...{ carrier_name: 'Trägerverein', logo: null },
  },
  name: 'Anna Müller',
  ends_on: '2026-12-18',
  answer: 'none',
  answered_on: null,
  declined: [],
  seen: 'abc',
  person: { phone_mobile: '0152 28817386', phone_home: null, phone_work: null, mail: 'anna@example.org' },
  addresses: [
    {
      ...{ children: ['Mia', 'Ben'], street: 'Annaweg', house_number: '1', address_extra: null },
      ...{ zip: '15999', city: 'Annastadt', country: 'DE' },
    },
  ],
  children: [
    {
      firstname: 'Mia',
      schoolclass: '1a',
      contacts: [
        {
          ...{ firstname: 'Nora', lastname: 'Nachbar', relation: null, phone: '12' },
          ...{ is_emergency: true, may_pickup: false, is_gone: false },
        },
      ],
    },
    { firstname: 'Ben', schoolclass: '2a', contacts: null },
  ],
  remarks: null,
}

let page: DataCheckFamily
let refusal: Response | undefined
let sent: DataCheckInput[]

const answer = async (_address: string | URL | Request, init?: RequestInit) => {
  if (refusal) return refusal
  if (init?.method !== 'POST') return json(200, page)
  sent.push(JSON.parse(String(init.body)))
  page = {
    ...page,
    answer: sent.length > 0 ? 'confirmed' : 'none',
    answered_on: '2026-11-20',
    seen: `seen ${sent.length}`,
  }
  return json(200, page)
}

beforeAll(() => configure({ asyncUtilTimeout: 10_000 }))
afterAll(() => configure({ asyncUtilTimeout: 1000 }))
beforeEach(() => {
  page = PAGE
  refusal = undefined
  sent = []
  stubBrowser(answer)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = async () => {
  render(<DataCheckPage token="abc" />)
  await screen.findByRole('heading', { level: 1 })
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('the key is the last part of the path', () => {
  expect(tokenAt('/datenabgleich/Ab-1_2')).toBe('Ab-1_2')
  expect(tokenAt('/datenabgleich/')).toBeUndefined()
})

test('one press confirms everything: nothing that was not changed is sent', async () => {
  await open()
  expect(screen.getByRole('heading', { name: 'Anschrift von Mia und Ben' })).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Weitere Kontaktpersonen für Ben' })).toBeNull()
  press('Alles stimmt')
  expect(await screen.findByText(/Sie haben die Angaben am 20\.11\.2026 durchgesehen/)).toBeTruthy()
  expect(screen.getByText(/^Sie können die Seite jetzt schließen\./)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Alles stimmt' })).toBeNull()
  type('Telefon privat', '0331 777888')
  expect(screen.getByRole('button', { name: 'Änderungen senden' })).toBeTruthy()
  expect(sent).toEqual([
    {
      ...{ seen: 'abc', person: {}, addresses: [null], remarks: '' },
      children: [{ contacts: [null] }, { contacts: [] }],
    },
  ])
})

test('what was changed is sent alone, and the button says so; a further person who stays empty is none', async () => {
  await open()
  type('Telefon privat', '0331 777888')
  press('Weitere Person angeben')
  expect(screen.getAllByRole('group', { name: /^Person/ })).toHaveLength(2)
  press('Änderungen senden')
  await screen.findByText(/Vielen Dank/)
  expect(sent).toMatchObject([
    { person: { phone_home: '0331 777888' }, addresses: [null], children: [{ contacts: [null, null] }, {}] },
  ])
})

test('a refused value is named with its field, and nothing is sent', async () => {
  await open()
  expect(screen.queryByText('(optional)', { exact: false })).toBeNull()
  expect(screen.getByLabelText('Ort').getAttribute('aria-required')).toBe('false')
  type('Telefon mobil', 'abc')
  press('Änderungen senden')
  const alert = within((await screen.findByText('Bitte prüfen Sie 1 Angabe:')).closest('[role=alert]') as HTMLElement)
  expect(alert.getByRole('link', { name: /^Telefon mobil: Bitte nur Ziffern/ })).toBeTruthy()
  expect(sent).toEqual([])
})

test('what a schema cannot see is refused in the same round, and the thanks from before step back', async () => {
  page = { ...PAGE, answer: 'confirmed', answered_on: '2026-11-19' }
  await open()
  expect(screen.getByText(/^Vielen Dank/)).toBeTruthy()
  type('Telefon mobil', '')
  type('Postleitzahl', '1599')
  press('Weitere Person angeben')
  const person = within(screen.getAllByRole('group', { name: /^Person/ }).at(-1) as HTMLElement)
  fireEvent.change(person.getByLabelText('Vorname'), { target: { value: 'Eva' } })
  press('Änderungen senden')
  await screen.findByText(/^Bitte prüfen Sie \d Angaben:/)
  for (const name of [`Telefon mobil: ${DATA_CHECK_TEXTS.noPhoneLeft}`, /^Postleitzahl: /, 'Person 2: Nachname fehlt.'])
    expect(screen.getByRole('link', { name })).toBeTruthy()
  expect(screen.queryByText(/^Vielen Dank/)).toBeNull()
  expect(sent).toEqual([])
})

test('what is refused is listed in the order of the page', async () => {
  await open()
  type('Telefon privat', 'abc')
  type('Postleitzahl', '1599')
  press('Änderungen senden')
  await screen.findByText('Bitte prüfen Sie 2 Angaben:')
  const refused = screen.getAllByRole('link').map(({ textContent }) => textContent?.split(':')[0])
  expect(refused.filter((label) => label === 'Telefon privat' || label === 'Postleitzahl')).toEqual([
    'Telefon privat',
    'Postleitzahl',
  ])
})

test('says what the school has not taken over', async () => {
  page = { ...PAGE, answer: 'decided', answered_on: '2026-11-19', declined: ['Anschrift'] }
  await open()
  expect(screen.getByText('Die Schule hat Ihre Änderungen geprüft. Nicht übernommen: Anschrift.')).toBeTruthy()
  expect(screen.queryByText(/durchgesehen/)).toBeNull()
})

test('after the school has changed something the page can be loaded anew', async () => {
  await open()
  refusal = json(409, { message: DATA_CHECK_TEXTS.recordChanged })
  press('Alles stimmt')
  expect(await screen.findByText(DATA_CHECK_TEXTS.recordChanged)).toBeTruthy()
  refusal = undefined
  page = { ...PAGE, seen: 'def', person: { ...PAGE.person, mail: 'neu@example.org' } }
  press('Angaben neu laden')
  expect(await screen.findByDisplayValue('neu@example.org')).toBeTruthy()
})

test('a link that does not work says nothing else', async () => {
  refusal = json(404, { message: DATA_CHECK_TEXTS.unknown })
  render(<DataCheckPage token="abc" />)
  expect(await screen.findByText(DATA_CHECK_TEXTS.unknown)).toBeTruthy()
})
