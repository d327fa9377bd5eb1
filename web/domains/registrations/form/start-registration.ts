import { withAnswer } from '#contract/dotted-keys.ts'
import { initialForm } from '#contract/registrations/registrations.answers.ts'
import type { RegistrationForm as FormAnswers, FormContext } from '#contract/registrations/registrations.form.ts'
import {
  publicRegistrationEndpoints as endpoints,
  type FormSettings,
  type Receipt,
  type ReceiptContacts,
} from '#contract/registrations/registrations.public.ts'
import { DRAFTS_MAX } from '#contract/registrations/registrations.public-texts.ts'
import { registrationSteps, type StepKey } from '#contract/registrations/registrations.steps.ts'
import { ApiFailure, call } from '#web/api/client.ts'

/** The rules of the form, loaded once; without connection it fails like a call. */
export const loadRules = async () => {
  try {
    return (await import('./registration-rules.ts')).rules
  } catch {
    throw new ApiFailure({ status: 0 })
  }
}

/** The school's short name and which of the visitor's drafts. */
export interface FormAddress {
  short: string
  draft: number
}

export type View = 'intro' | 'receipt' | StepKey

/** What stands in the browser's history: where one was, nothing about the child. */
export interface HistoryMark {
  view: View
  /** How many pages of this form lie before in the history. */
  depth: number
  /** Depth of the check page this step was opened from to change something; null on the way there. */
  checkDepth: number | null
}

export const readMark = (): HistoryMark | undefined => {
  const state: unknown = history.state
  return typeof state === 'object' && state && 'view' in state ? (state as HistoryMark) : undefined
}

/** Where a form begins: empty, resumed, or with the family of the child before. */
export interface FormStart {
  answers: FormAnswers
  view: View
  savedAt: string | null
}

/** The settings and how old their form token is. */
export interface LoadedSettings extends FormSettings {
  /** Milliseconds, by the browser's clock. */
  loadedAt: number
  /** Fetched while the form was being filled in. */
  isRenewed: boolean
}

/**
 * The addresses as they were typed on this page, by the person's position: a typo shows only in full. The server tells
 * them masked, so a reload forgets them.
 */
export type TypedMails = Readonly<Record<number, string>>

export type RegistrationStart =
  | { kind: 'receipt'; settings: LoadedSettings; receipt: Receipt; typedMails?: TypedMails }
  /** Perhaps while it was being filled in. */
  | { kind: 'closed'; settings: LoadedSettings; isInterrupted?: boolean }
  | { kind: 'prompt'; settings: LoadedSettings; savedAt: string }
  | { kind: 'form'; settings: LoadedSettings; form: FormStart }

export const contextOf = (settings: FormSettings): FormContext => ({ ...settings.form, mode: 'public' })

/** `?kind=2` is the second child of a family; every child has a draft of its own. */
export const childNumber = () => Math.max(1, Number(new URLSearchParams(location.search).get('kind')) || 1)

export const nextChildHref = () => `?kind=${childNumber() + 1}`

export const addressOf = (short: string): FormAddress => ({ short, draft: ((childNumber() - 1) % DRAFTS_MAX) + 1 })

/** Which draft of which school. */
export const inputOf = ({ short, draft }: FormAddress) => ({ params: { school_short: short }, query: { draft } })

export const loadSettings = async (address: FormAddress, isRenewed: boolean): Promise<LoadedSettings> => ({
  ...(await call(endpoints.settings, inputOf(address))),
  loadedAt: Date.now(),
  isRenewed,
})

/** The view a draft or the history names, if this school's form has it. */
const knownStep = (step: string | undefined, settings: FormSettings) =>
  registrationSteps(contextOf(settings)).find(({ key }) => key === step)?.key

/** The saved draft; `wish` is the step the browser was at when it differs from the draft's. */
export const resumeDraft = async (address: FormAddress, settings: FormSettings, wish?: string): Promise<FormStart> => {
  const [rules, draft] = await Promise.all([loadRules(), call(endpoints.draft, inputOf(address))])
  return {
    answers: rules.readAnswers(draft.answers) ?? initialForm(contextOf(settings)),
    view: knownStep(wish, settings) ?? knownStep(draft.step, settings) ?? 'intro',
    savedAt: draft.saved_at,
  }
}

/** An empty form with what stays the same for another child; the child before is its brother or sister. */
export const withFamily = (empty: FormAnswers, family: ReceiptContacts, schoolShort: string): FormAnswers => {
  const { contacts, address, sibling, ...custody } = family
  const siblings = [{ ...sibling, school_short: schoolShort, relation: 'applying' }]
  const form: FormAnswers = { ...empty, contacts, meta: { ...empty.meta, ...custody, siblings } }
  return Object.entries(address ?? {}).reduce(
    (filled, [name, value]) => withAnswer(filled, `meta.child_${name}`, value),
    form,
  )
}

/** The family of the child before, while the receipt lasts (ux §2a, WCAG 3.3.7). */
const familyAnswers = async (short: string, empty: FormAnswers) =>
  withFamily(empty, await call(endpoints.receiptContacts, { params: { school_short: short } }), short)

export const freshForm = async (
  address: FormAddress,
  settings: FormSettings,
  hasReceipt: boolean,
): Promise<FormStart> => {
  const empty = initialForm(contextOf(settings))
  const isFurther = hasReceipt && childNumber() > 1
  return { answers: isFurther ? await familyAnswers(address.short, empty) : empty, view: 'intro', savedAt: null }
}

/** What the page shows first. A reload goes on where it was; a new visit sees only that there is a draft (domain §2). */
export const startRegistration = async (address: FormAddress): Promise<RegistrationStart> => {
  const [settings, { receipt }] = await Promise.all([
    loadSettings(address, false),
    call(endpoints.receipt, { params: { school_short: address.short } }),
  ])
  const view = readMark()?.view
  const step = knownStep(view, settings)
  const isAfterwards = view === 'receipt' || (!settings.draft && (childNumber() === 1 || step !== undefined))
  if (receipt && isAfterwards) return { kind: 'receipt', settings, receipt }
  if (!settings.is_open) return { kind: 'closed', settings }
  if (settings.draft && step) return { kind: 'form', settings, form: await resumeDraft(address, settings, step) }
  if (settings.draft) return { kind: 'prompt', settings, savedAt: settings.draft.saved_at }
  return { kind: 'form', settings, form: await freshForm(address, settings, receipt !== null) }
}
