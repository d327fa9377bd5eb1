import { act, render, screen } from '@testing-library/react'
import { createElement } from 'react'
import { vi } from 'vitest'
import type { FormContext, RegistrationForm } from '#contract/registrations/registrations.form.ts'
import type { Draft, FormSettings, Receipt, ReceiptContacts } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import { FSW } from '#contract/registrations/registrations.sample.test-data.ts'
import { json, stubBrowser } from '#web/page.test-data.ts'
import { PublicRegistrationPage } from './PublicRegistrationPage.tsx'

/** A server as the public form sees it, and the form as one visitor has it before them. */

const TIMEOUT = { timeout: 15_000 }
const SAVED_AT = '2026-11-20T08:00:00.000Z'

export const settingsOf = ({ mode: _, ...form }: FormContext): FormSettings => ({
  school: {
    short: form.schools[0]?.short ?? '',
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
  is_open: true,
  message: null,
  opens_at: null,
  form,
  notice: { id: 7, text: 'Wir speichern, was Sie hier angeben.' },
  form_version: '1',
  form_token: 'first.token',
  draft: null,
})

export const CLOSED = { is_open: false, message: PUBLIC_REGISTRATION_TEXTS.closed, form_token: null }

export const RECEIPT: Receipt = {
  number: 'FSW-2027-0001',
  received_at: SAVED_AT,
  message: PUBLIC_REGISTRATION_TEXTS.thanks('FSW-2027-0001'),
  contacts: [
    { position: 1, mail_masked: 'a***@example.org', is_verified: false, delivery: 'sent', corrections_left: 2 },
  ],
}

interface Submission {
  key: string | null
  body: { form_token: string }
}

/** What the server knows; a test changes it while the form is open. */
export const server = {
  settings: settingsOf(FSW),
  draft: null as Draft | null,
  receipt: null as Receipt | null,
  /** The receipt after an address was corrected. */
  corrected: null as Receipt | null,
  corrections: [] as { position: number; mail: string }[],
  family: undefined as ReceiptContacts | undefined,
  submissions: [] as Submission[],
  /** How often the form was asked for. */
  loads: 0,
  /** Answers a submission; without it every one is taken. */
  answerSubmission: undefined as ((sent: Submission) => Response | undefined) | undefined,
}

const takeSubmission = (init: RequestInit | undefined) => {
  const sent = { key: new Headers(init?.headers).get('Idempotency-Key'), body: JSON.parse(String(init?.body)) }
  server.submissions.push(sent)
  const refusal = server.answerSubmission?.(sent)
  if (refusal) return refusal
  server.receipt = RECEIPT
  server.draft = null
  return json(201, { number: RECEIPT.number, message: RECEIPT.message })
}

const answerDraft = (init: RequestInit | undefined) => {
  if (init?.method === 'PUT') {
    if (!server.settings.is_open) return json(403, { message: server.settings.message })
    server.draft = JSON.parse(String(init.body))
    return json(200, { saved_at: SAVED_AT })
  }
  if (init?.method === 'DELETE') server.draft = null
  return init?.method === 'DELETE'
    ? json(200, { message: 'Gelöscht.' })
    : json(200, { ...server.draft, saved_at: SAVED_AT })
}

const answer = async (address: string | URL | Request, init?: RequestInit) => {
  const path = String(address)
  if (path.includes('Receipt') && path.includes('contacts')) return json(200, server.family)
  if (init?.method === 'PUT' && path.endsWith('/mail')) {
    server.corrections.push(JSON.parse(String(init.body)))
    return json(200, server.corrected)
  }
  if (path.includes('Receipt')) return json(200, { receipt: server.receipt })
  if (path.includes('Draft')) return answerDraft(init)
  if (init?.method === 'POST') return takeSubmission(init)
  server.loads += 1
  return json(200, { ...server.settings, draft: server.draft && { saved_at: SAVED_AT } })
}

export const startServer = (context: FormContext = FSW) => {
  Object.assign(server, { settings: settingsOf(context), draft: null, receipt: null, family: undefined })
  Object.assign(server, { corrected: null, corrections: [], submissions: [], loads: 0, answerSubmission: undefined })
  stubBrowser(answer)
}

export const stopServer = () => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
}

/** Waits while the rules of the form are being loaded, whether the clock is faked or not. */
export const eventually = (check: () => void) =>
  vi.waitFor(async () => {
    await act(async () => {})
    check()
  }, TIMEOUT)

/** The form at a step that this visitor has reached before, with these answers in its draft. */
export const openAt = async (step: string, answers: RegistrationForm) => {
  server.draft = { step, answers: { ...answers } }
  history.replaceState({ view: step, depth: 0, checkDepth: null }, '')
  const drawn = render(createElement(PublicRegistrationPage, { schoolShort: server.settings.school.short }))
  await eventually(() => screen.getByRole('heading', { level: 1 }))
  return drawn
}
