import { act, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import type {
  ParentsPage as PageOfChild,
  PublicSicknoteForm,
  PublicSicknoteReply,
} from '#contract/sicknotes/sicknotes.public.ts'
import { PARENTS_PAGE_TEXTS } from '#contract/sicknotes/sicknotes.public.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { ParentsPage } from './ParentsPage.tsx'

/** A server as the parents' page sees it, with children behind links that work. */

const TIMEOUT = { timeout: 10_000 }

export const keyOf = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`
export const pathOf = (digit: number) => `https://schule.example/app/susByUuid/${keyOf(digit)}`

export const childOf = (firstname: string, sicknote: Partial<PageOfChild['sicknote']> = {}): PageOfChild => ({
  firstname,
  lastname_initial: 'M',
  notice: null,
  school: {
    short: 'fsw',
    name: 'Freie Schule am Wald',
    accent: '#1f7a4d',
    phone: '0331 1234567',
    mail: 'sekretariat@example.org',
    street: 'Waldweg',
    house_number: '1',
    zip: '15999',
    city: 'Wacholderhain',
    carrier_name: 'Trägerverein',
    logo: null,
  },
  sicknote: {
    enabled: true,
    cutoff_time: '08:00',
    max_days: 14,
    backdate_from: '2026-11-17',
    latest_start: '2026-12-20',
    year_end: '2027-07-31',
    today: '2026-11-20',
    free_days: [],
    ...sicknote,
  },
})

const REPLY: PublicSicknoteReply = {
  message: 'Gute Besserung!',
  value: { dateStart: '2026-11-20', dateEnd: '2026-11-20' },
  is_late: false,
  take_back: 'token',
}

interface SentReport {
  key: string | null
  body: PublicSicknoteForm
}

/** What the server knows; a test changes it while the page is open. */
export const server = {
  children: {} as Record<string, PageOfChild>,
  isOnline: true,
  reports: [] as SentReport[],
  /** Answers a report; without it every one is taken. */
  answerReport: undefined as ((sent: SentReport) => Response | undefined) | undefined,
  /** What the list of schools says; undefined: it does not come. */
  schools: undefined as { short: string; name: string; phone: string; registration_open: boolean }[] | undefined,
  /** Addresses that somebody asked a lost link for. */
  mails: [] as string[],
  /** Keys of children who share no guardian with the others. */
  strangers: [] as string[],
  /** Tokens of reports that were taken back. */
  takenBack: [] as string[],
}

const takeReport = (init: RequestInit | undefined) => {
  const sent = { key: new Headers(init?.headers).get('Idempotency-Key'), body: JSON.parse(String(init?.body)) }
  server.reports.push(sent)
  const { length } = server.reports
  return server.answerReport?.(sent) ?? json(201, length === 1 ? REPLY : { ...REPLY, take_back: `token-${length}` })
}

const answerChild = (key: string) => {
  const child = server.children[key]
  return child ? json(200, child) : json(404, { message: PARENTS_PAGE_TEXTS.unknown })
}

const answerSibling = (key: string) => {
  const message = PARENTS_PAGE_TEXTS.notASibling
  return server.strangers.includes(key) ? json(422, { message, errors: { uuids: [message] } }) : answerChild(key)
}

const answer = async (address: string | URL | Request, init?: RequestInit) => {
  const path = String(address)
  if (!server.isOnline) throw new TypeError('Failed to fetch')
  if (path.endsWith('resend')) {
    server.mails.push(JSON.parse(String(init?.body)).mail)
    return json(200, { message: PARENTS_PAGE_TEXTS.resent })
  }
  if (path.endsWith('pupilSibling')) return answerSibling(JSON.parse(String(init?.body)).uuid)
  if (path.endsWith('takeBack')) {
    server.takenBack.push(JSON.parse(String(init?.body)).take_back)
    return json(200, { message: PARENTS_PAGE_TEXTS.takenBack })
  }
  if (init?.method === 'POST') return takeReport(init)
  if (path.endsWith('/api/public/schools')) return server.schools ? json(200, server.schools) : json(503, {})
  return answerChild(path.split('/').at(-1) ?? '')
}

export const startServer = (...firstnames: string[]) => {
  const children = Object.fromEntries(firstnames.map((name, index) => [keyOf(index + 1), childOf(name)]))
  Object.assign(server, {
    children,
    isOnline: true,
    reports: [],
    answerReport: undefined,
    mails: [],
    strangers: [],
    takenBack: [],
    schools: undefined,
  })
  stubBrowser(answer)
}

/** Lets answers arrive, whether the clock is faked or not. */
export const settle = () => act(async () => {})

/** The page behind a link with these keys. */
export const openPage = (...uuids: string[]) => openParents({ uuids })
export const openWithoutLink = () => openParents({ uuids: [], hasLink: false })

const openParents = async (props: Parameters<typeof ParentsPage>[0]) => {
  render(createElement(ParentsPage, props))
  await vi.waitFor(async () => {
    await settle()
    screen.getByRole('heading', { level: 1 })
  }, TIMEOUT)
}
