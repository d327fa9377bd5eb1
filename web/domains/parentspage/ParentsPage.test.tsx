import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { endFakeTime, json } from '#web/page.test-data.ts'
import { linkAt } from './parents-link.ts'
import {
  childOf,
  keyOf,
  openPage,
  openWithoutLink,
  pathOf,
  server,
  settle,
  startServer,
} from './parents-page.test-data.ts'

beforeEach(() => {
  // The page asks for the time of day; without a clock of its own the morning would be another test than the evening.
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  vi.setSystemTime('2026-11-20T07:30:00+01:00')
  sessionStorage.clear()
  startServer('Mia', 'Tim', 'Uta')
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  endFakeTime()
})

const title = () => screen.getByRole('heading', { level: 1 }).textContent
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name })))
}
const send = () => press('Jetzt melden')
const choice = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name })
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))
const nextMorning = async () => {
  server.children[keyOf(1)] = childOf('Mia', { today: '2026-11-23' })
  vi.setSystemTime('2026-11-23T07:10:00+01:00')
  await act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  await settle()
}
const ARRIVED = 'Ihre Meldung ist angekommen'

describe('a link that does not work', () => {
  test.each(['/susByUuid/abc', "/susByUuid/'%20or%201=1", '/susByUuid/', '/susByUuid/a/b'])(
    'is one neutral page: %s',
    async (path) => {
      await openPage(...linkAt(path, ''))
      expect(title()).toBe('Abwesenheit melden')
      expect(screen.getByText(PARENTS_PAGE_TEXTS.unknown).closest('[role="alert"]')).toBeTruthy()
      expect(document.title).toBe('Abwesenheit melden – Schulhof')
    },
  )

  test('is not what somebody without a link is told: the link is sent again', async () => {
    await openWithoutLink()
    expect(title()).toBe('Abwesenheit melden')
    expect(screen.queryByText(PARENTS_PAGE_TEXTS.unknown)).toBeNull()
    expect(screen.getByRole('button', { name: 'Link zusenden' })).toBeTruthy()
  })

  const schoolsOf = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      short: `s${at}`,
      name: `Schule ${at}`,
      phone: `033112345${at}`,
      registration_open: false,
    }))

  test('says the numbers of the schools, as long as they are few', async () => {
    server.schools = schoolsOf(2)
    await openPage(keyOf(9))
    await settle()
    const items = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(items).toEqual(['Schule 0: 0331 123450', 'Schule 1: 0331 123451'])
    expect(screen.getByRole('link', { name: '0331 123450' }).getAttribute('href')).toBe('tel:+49331123450')
  })

  test.each([
    ['of many schools', 6],
    ['of none that answers', undefined],
  ])('says no numbers %s', async (_what, count) => {
    server.schools = count === undefined ? undefined : schoolsOf(count)
    await openPage(keyOf(9))
    await settle()
    expect(screen.queryByRole('listitem')).toBeNull()
  })

  test('is sent anew to an address that can be one; the answer is the same for all', async () => {
    await openPage(keyOf(9))
    await press('Link zusenden')
    expect(screen.getByText('Dieses Feld ist ein Pflichtfeld.')).toBeTruthy()
    expect(server.mails).toEqual([])
    type('E-Mail-Adresse', 'anna@example.org')
    await press('Link zusenden')
    const answer = screen.getByText(PARENTS_PAGE_TEXTS.resent)
    expect(document.activeElement?.contains(answer)).toBe(true)
    expect(screen.queryByRole('button', { name: 'Link zusenden' })).toBeNull()
    await press('Eine andere Adresse angeben')
    expect(screen.getByRole('button', { name: 'Link zusenden' })).toBeTruthy()
    expect(server.mails).toEqual(['anna@example.org'])
  })
})

test('a page that cannot be loaded is tried again', async () => {
  server.isOnline = false
  await openPage(keyOf(1))
  expect(screen.getByText('Keine Verbindung. Bitte versuchen Sie es noch einmal.')).toBeTruthy()
  server.isOnline = true
  await press('Noch einmal versuchen')
  await settle()
  expect(title()).toBe('Abwesenheit melden für Mia M.')
})

describe('a report whose answer is lost', () => {
  test('is sent again with its key, also when it was pressed twice', async () => {
    await openPage(keyOf(1))
    server.answerReport = () => {
      if (server.reports.length === 2)
        return new Response('{}', { status: 503, headers: { 'Retry-After': '30', 'content-type': 'application/json' } })
      if (server.reports.length < 2) throw new TypeError('Failed to fetch')
      return undefined
    }
    const button = screen.getByRole('button', { name: 'Jetzt melden' })
    await act(async () => {
      fireEvent.click(button)
      fireEvent.click(button)
    })
    expect(screen.getByText(/Nächster Versuch in 5 Sekunden\.$/)).toBeTruthy()
    await press('Jetzt senden')
    expect(screen.getByText('Das System ist gerade ausgelastet. Nächster Versuch in 30 Sekunden.')).toBeTruthy()
    await pass(31_000)
    expect(title()).toBe(ARRIVED)
    expect(server.reports).toHaveLength(3)
    expect(new Set(server.reports.map(({ key }) => key)).size).toBe(1)
    expect(server.reports[0]?.key).toBeTruthy()
  })
})

test.each([
  { at: 'Erster Tag', from: '21.11.2026', until: '22.11.2026', text: 'In diesem Zeitraum ist kein Schultag.' },
  { at: 'Letzter Tag', from: '24.11.2026', until: '23.11.2026', text: 'Das Ende liegt vor dem Beginn.' },
  {
    at: 'Erster Tag',
    from: '16.11.2026',
    until: '',
    text: 'Rückwirkend können Sie hier ab dem 17.11.2026 melden. Bitte rufen Sie uns an.',
  },
  { at: 'Erster Tag', from: '21.12.2026', until: '', text: 'Im Voraus können Sie hier bis zum 20.12.2026 melden.' },
  {
    at: 'Letzter Tag',
    from: '20.11.2026',
    until: '04.12.2026',
    text: 'Bitte höchstens 14 Tage auf einmal melden.',
  },
])('days the school does not take are refused in its words at $at: $from to $until', async ({ at, ...report }) => {
  await openPage(keyOf(1))
  fireEvent.click(choice(/^Mehrere Tage/))
  type('Erster Tag', report.from)
  type('Letzter Tag', report.until)
  await send()
  expect(screen.getByRole('link', { name: report.text }).closest('[role="alert"]')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText(at))
  expect(server.reports).toEqual([])
})

test('days that only the server refuses are refused at their field, too', async () => {
  const text = 'In diesem Zeitraum ist kein Schultag.'
  await openPage(keyOf(1))
  fireEvent.click(choice(/^Mehrere Tage/))
  server.answerReport = () => json(422, { message: text, errors: { dateStart: [text] } })
  await send()
  expect(document.activeElement).toBe(screen.getByLabelText('Erster Tag'))
  expect(screen.getByRole('link', { name: text })).toBeTruthy()
})

test('a refusal of no field is said beside the button, with the number of the school', async () => {
  await openPage(keyOf(1))
  server.answerReport = () => json(429, { message: 'Für heute ist es genug.' })
  await send()
  const alert = screen.getByText('Für heute ist es genug.').closest<HTMLElement>('[role="alert"]')
  expect(alert?.textContent).toContain('Ihre Meldung wurde nicht gesendet')
  expect(alert?.querySelector('a')?.getAttribute('href')).toBe('tel:+493311234567')
})

describe('over night', () => {
  test('a page that stayed open shows the new day and no longer what was sent', async () => {
    await openPage(keyOf(1))
    await send()
    expect(title()).toBe(ARRIVED)
    await nextMorning()
    expect(title()).toBe('Abwesenheit melden für Mia M.')
    expect(choice(/^Nur heute ?Montag, 23\.11\.2026$/).checked).toBe(true)
    expect(choice(/^Morgen ?Dienstag, 24\.11\.2026$/)).toBeTruthy()
  })

  test('a day that was chosen the evening before is not sent for the new one', async () => {
    vi.setSystemTime('2026-11-20T14:00:00+01:00')
    await openPage(keyOf(1))
    expect(choice(/^Montag/).checked).toBe(true)
    fireEvent.click(choice(/^Nur heute/))
    await nextMorning()
    expect(screen.getByText('Inzwischen hat ein neuer Tag begonnen. Bitte wählen Sie noch einmal.')).toBeTruthy()
    expect(choice(/^Nur heute ?Montag/).checked).toBe(false)
    await send()
    expect(screen.getByRole('link', { name: 'Bitte wählen Sie, wann Ihr Kind fehlt.' })).toBeTruthy()
    expect(title()).toBe('Abwesenheit melden für Mia M.')
    expect(server.reports).toEqual([])
  })
})

test('in holidays only school days are offered, and the page says why', async () => {
  const free_days = [{ name: 'Herbstferien', date_start: '2026-11-16', date_end: '2026-11-27' }]
  server.children[keyOf(1)] = childOf('Mia', { free_days })
  await openPage(keyOf(1))
  expect(screen.getByText('Heute ist schulfrei (Herbstferien).')).toBeTruthy()
  expect(choice(/^Montag ?30\.11\.2026$/).checked).toBe(true)
  expect(screen.queryByRole('radio', { name: /^Nur heute/ })).toBeNull()
})

describe('a sibling', () => {
  const add = async (link: string) => {
    type('Link des Geschwisterkinds', link)
    await press('Hinzufügen')
  }

  test.each([
    ['hier ist er', 'Bitte fügen Sie den ganzen Link ein.'],
    [keyOf(2), 'Dieses Kind ist schon dabei.'],
    [pathOf(9), PARENTS_PAGE_TEXTS.unknown],
    [pathOf(3), PARENTS_PAGE_TEXTS.notASibling],
  ])('is not added by %s', async (link, text) => {
    server.strangers = [keyOf(3)]
    await openPage(keyOf(1), keyOf(2))
    await press('Auch für ein Geschwisterkind')
    await add(link)
    expect(screen.getByText(text)).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByLabelText('Link des Geschwisterkinds'))
    expect(screen.queryByText(/ist dabei/)).toBeNull()
  })

  test('is added by its link, chosen at once, and the focus goes back', async () => {
    await openPage(keyOf(1))
    await press('Auch für ein Geschwisterkind')
    await add(`Unser Link: ${pathOf(3)}`)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Uta M.' }).checked).toBe(true)
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Auch für ein Geschwisterkind' }))
  })

  test('whose link was renewed meanwhile is left out, and the last one leaves the page of a dead link', async () => {
    await openPage(keyOf(1), keyOf(2))
    expect(title()).toBe('Abwesenheit melden für Mia M. und Tim M.')
    server.answerReport = () => json(404, { message: PARENTS_PAGE_TEXTS.unknown })
    delete server.children[keyOf(1)]
    await send()
    await settle()
    expect(title()).toBe('Abwesenheit melden für Tim M.')
    expect(screen.getByText('Ihre Meldung wurde nicht gesendet')).toBeTruthy()
    delete server.children[keyOf(2)]
    await send()
    await settle()
    expect(screen.getByRole('heading', { name: 'Link erneut zusenden' })).toBeTruthy()
  })
})

test('all mistakes are said at once, in title and summary, and the first of them takes the focus', async () => {
  await openPage(keyOf(1), keyOf(2))
  for (const name of ['Mia M.', 'Tim M.']) fireEvent.click(screen.getByRole('checkbox', { name }))
  fireEvent.click(choice(/^Mehrere Tage/))
  type('Erster Tag', '31.11.')
  fireEvent.change(screen.getByLabelText(/^Bemerkung/), { target: { value: 'x'.repeat(301) } })
  await send()
  expect(screen.getByText('Bitte prüfen Sie 3 Angaben:')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Erster Tag – Dies ist kein gültiges Datum.' })).toBeTruthy()
  type('Letzter Tag', '32.12.')
  await send()
  expect(screen.getByText('Bitte prüfen Sie 4 Angaben:')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Letzter Tag – Dies ist kein gültiges Datum.' })).toBeTruthy()
  expect(document.title).toMatch(/^Fehler: Abwesenheit melden – /)
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Mia M.' }))
})
