import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STATUS_MAIL_TEXTS } from '#contract/registrations/registrations.mails.ts'
import type { RegistrationRow } from '#contract/registrations/registrations.rows.ts'
import { queryClient } from '#web/api/query-client.ts'
import { followDecision } from '#web/domains/registrations/decisions-under-way.ts'
import { json, renderAsPage, stubBrowser } from '#web/page.test-data.ts'
import { dialogRequests } from '#web/shell/dialog-requests.ts'
import { StatusMailDialog } from './StatusMailDialog.tsx'

const PREVIEW = {
  kind: 'accepted',
  version: 3,
  mail: {
    subject: 'Zusage',
    from: 'a@fsw.example.org',
    reply_to: '',
    paragraphs: [],
    action: null,
    link: null,
    closing: [],
    school_name: 'fsw',
  },
  recipients: [{ contact_id: 5, fullname: 'Anna Müller', mail: 'anna@example.org' }],
  unreachable: [],
  sent_before: null,
  hints: [],
}
const JAN = { contact_id: 6, fullname: 'Jan Müller', mail: 'jan@example.org' }
const MIA = { id: 7, meta: { child_firstname: 'Mia', child_lastname: 'Müller' } } as RegistrationRow

/** Keys and bodies of what was sent. */
const sent: { key: string | null; body: Record<string, unknown> }[] = []

let preview: typeof PREVIEW

const open = async () => {
  renderAsPage(() => <StatusMailDialog registration={MIA} onGone={() => {}} />)
  // The first one waits for all of the kit.
  await screen.findAllByRole('checkbox', {}, { timeout: 10_000 })
}

beforeEach(async () => {
  sent.length = 0
  preview = PREVIEW
  stubBrowser(async (address, init) => {
    if (String(address).includes('preview')) return json(200, preview)
    sent.push({ key: new Headers(init?.headers).get('Idempotency-Key'), body: JSON.parse(String(init?.body)) })
    return json(503, { message: 'Bitte später.' })
  })
  // As on a school's server without TLS.
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  await open()
})
afterEach(() => {
  for (const { id } of dialogRequests.get()) dialogRequests.remove(id)
  cleanup()
  vi.unstubAllGlobals()
})

const send = () => fireEvent.click(screen.getByRole('button', { name: 'E-Mail senden' }))
const anna = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Anna Müller, anna@example.org' })
const sentTimes = (times: number) => vi.waitFor(() => expect(sent).toHaveLength(times), { timeout: 10_000 })

test('the only one who can be told is chosen, and the dialog says whose family it is about', async () => {
  expect(screen.getByRole('dialog', { name: 'Sorgeberechtigte per E-Mail informieren: Mia Müller' })).toBeTruthy()
  expect(anna().checked).toBe(true)
  fireEvent.click(anna())
  send()
  expect(await screen.findByText(STATUS_MAIL_TEXTS.chooseSomeone)).toBeTruthy()
  expect(sent).toEqual([])
})

test('of two parents nobody is chosen to begin with', async () => {
  cleanup()
  queryClient.clear()
  preview = { ...PREVIEW, recipients: [...PREVIEW.recipients, JAN] }
  await open()
  expect(screen.getAllByRole<HTMLInputElement>('checkbox').map(({ checked }) => checked)).toEqual([false, false])
  send()
  expect(await screen.findByText(STATUS_MAIL_TEXTS.chooseSomeone)).toBeTruthy()
  fireEvent.click(anna())
  send()
  await sentTimes(1)
  expect(sent[0]?.body).toMatchObject({ contact_ids: [5] })
})

test('both parents are chosen with one press, and the button says how many are told', async () => {
  cleanup()
  queryClient.clear()
  preview = { ...PREVIEW, recipients: [...PREVIEW.recipients, JAN] }
  await open()
  fireEvent.click(screen.getByRole('button', { name: 'Beide auswählen' }))
  expect(screen.queryByRole('button', { name: 'Beide auswählen' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'E-Mail an 2 Personen senden' }))
  await sentTimes(1)
  expect(sent[0]?.body).toMatchObject({ contact_ids: [5, 6] })
})

test('a second try keeps its key, another text gets another', async () => {
  send()
  await sentTimes(1)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'E-Mail senden' }).ariaBusy).not.toBe('true'))
  send()
  await sentTimes(2)
  await vi.waitFor(() => expect(screen.getByRole('button', { name: 'E-Mail senden' }).ariaBusy).not.toBe('true'))
  fireEvent.change(screen.getByRole('textbox'), { target: { value: 'Bis bald!' } })
  send()
  await sentTimes(3)
  const [first, again, other] = sent.map(({ key }) => key)
  expect(first).toBeTruthy()
  expect(again).toBe(first)
  expect(other).not.toBe(first)
  expect(sent[0]?.body).toMatchObject({ contact_ids: [5], version: 3 })
})

test('while a decision about the family is on its way, no letter is composed on the one before', async () => {
  cleanup()
  const asked: string[] = []
  stubBrowser(async (address) => {
    asked.push(String(address))
    return json(200, PREVIEW)
  })
  const reply = Promise.withResolvers<number>()
  const followed = followDecision(MIA.id, { status: 'accepted', version: reply.promise })
  renderAsPage(() => <StatusMailDialog registration={MIA} onGone={() => {}} />)
  await screen.findByText('Daten werden geladen')
  expect(asked).toEqual([])
  reply.resolve(4)
  await followed
  expect(await screen.findByRole('checkbox', { name: /Anna Müller/ })).toBeTruthy()
})
