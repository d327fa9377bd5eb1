import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import type { AgreementQuestion } from '#contract/registrations/registrations.public.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { AgreementCard } from './AgreementCard.tsx'

const QUESTION: AgreementQuestion = {
  number: 'FSW-2027-0042',
  child_firstname: 'Mia',
  school_year: '2027/2028',
  desired_grade: 1,
  applicant: 'Anna Müller',
  state: 'open',
  answered_at: null,
  is_on_paper: false,
  answer: 'possible',
}
const AGREED = { state: 'agreed', answered_at: '2026-11-20T07:14:00Z' } as const
const LINK = { school_short: 'fsw', contact_id: 7, contact_uuid: 'abc' }

let sent: { decision: string }[]
let refusal: string | undefined
/** jsdom has no modal dialogs. */
const MODAL = {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
}

beforeEach(() => {
  sent = []
  refusal = undefined
  stubBrowser(async (_address: string | URL | Request, init?: RequestInit) => {
    if (init?.method !== 'POST') return json(204, null)
    sent.push(JSON.parse(String(init.body)))
    return refusal ? json(409, { message: refusal }) : json(200, { ...QUESTION, ...AGREED })
  })
  Object.assign(HTMLDialogElement.prototype, MODAL)
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const draw = (change: Partial<AgreementQuestion> = {}) => {
  const onAnswer = vi.fn()
  render(<AgreementCard question={{ ...QUESTION, ...change }} link={LINK} onAnswer={onAnswer} />)
  return onAnswer
}
const button = (name: string) => screen.getByRole('button', { name })

test('the question says what it is about, and one press agrees', async () => {
  const onAnswer = draw()
  for (const fact of ['FSW-2027-0042', 'Mia', '2027/2028', '1', 'Anna Müller'])
    expect(screen.getByText(fact)).toBeTruthy()
  fireEvent.click(button('Ich stimme der Bewerbung zu'))
  await vi.waitFor(() => expect(onAnswer).toHaveBeenCalledWith({ ...QUESTION, ...AGREED }))
  expect(sent).toEqual([{ ...LINK, decision: 'agree' }])
})

test('declining asks first; going back sends nothing', async () => {
  draw()
  fireEvent.click(button('Ich stimme nicht zu'))
  expect(screen.getByRole('dialog').textContent).toContain('Bewerbung FSW-2027-0042 für Mia')
  fireEvent.click(button('Zurück'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([])
  fireEvent.click(button('Ich stimme nicht zu'))
  fireEvent.click(button('Ja, ich stimme nicht zu'))
  await vi.waitFor(() => expect(sent).toEqual([{ ...LINK, decision: 'decline' }]))
})

test('an answer can be changed both ways, and says when it was given', () => {
  draw(AGREED)
  expect(screen.getByRole('status').textContent).toBe('Sie haben der Bewerbung am 20.11.2026 um 08:14 Uhr zugestimmt.')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Ich stimme doch nicht zu'])
  cleanup()
  draw({ ...AGREED, state: 'declined' })
  expect(screen.getByRole('status').textContent).toContain('Gelöscht ist nichts.')
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Ich stimme der Bewerbung doch zu',
  ])
})

test('a link that cannot answer has no buttons; when it is too late the page says so', () => {
  draw({ answer: 'expired' })
  expect(screen.queryAllByRole('button')).toEqual([])
  cleanup()
  draw({ answer: 'over' })
  expect(screen.queryAllByRole('button')).toEqual([])
  expect(screen.getByText(AGREEMENT_TEXTS.over)).toBeTruthy()
  cleanup()
  draw({ ...AGREED, is_on_paper: true, answer: 'over' })
  expect(screen.getByRole('status').textContent).toBe('Ihre Zustimmung liegt der Schule auf Papier vor.')
  expect(screen.queryByText(AGREEMENT_TEXTS.over)).toBeNull()
})

test('a refusal is shown and can be tried again', async () => {
  refusal = AGREEMENT_TEXTS.tooOften
  draw()
  fireEvent.click(button('Ich stimme der Bewerbung zu'))
  await vi.waitFor(() => expect(screen.getByRole('alert').textContent).toContain(AGREEMENT_TEXTS.tooOften))
  expect(button('Ich stimme der Bewerbung zu')).toBeTruthy()
})
