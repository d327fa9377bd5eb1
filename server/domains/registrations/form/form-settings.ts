import { FORM_VERSION } from '#contract/registrations/registrations.form.ts'
import type { FormSettings } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolRow } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { findLogo, findPrivacyNotice, getSetting } from '#server/domains/schools/schools.shared.queries.ts'
import { findNextOpening } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import type { SecretRing } from '#server/secret-keys.ts'
import { isOpen, readForm } from './application-form.ts'
import { makeFormToken } from './form-token.ts'
import { findDraftTime } from './registration-draft.ts'
import type { FormVisitor } from './visitor-cookie.ts'

interface FormVisit {
  school: SchoolRow
  visitor: FormVisitor | undefined
  draftNumber: number
  now: Date
  /** The day in Berlin. */
  today: string
}

const contactOf = ({ short, name, accent, phone, mail, street, house_number, zip, city, carrier_name }: SchoolRow) => ({
  short,
  name,
  accent,
  phone,
  mail,
  street,
  house_number,
  zip,
  city,
  carrier_name,
})

const findOpening = async (tx: SchoolTransaction, now: Date) => {
  const { isActive } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const opening = isActive ? await findNextOpening(tx, now.toISOString()) : undefined
  return opening?.registration_from ?? null
}

/** For a closed form: the school's contact, the reason, and the opening day if it is known (domain §2). */
const closedForm = async (tx: SchoolTransaction, now: Date) => ({
  is_open: false,
  message: PUBLIC_REGISTRATION_TEXTS.closed,
  opens_at: await findOpening(tx, now),
  form_token: null,
  draft: null,
})

const openForm = async (tx: SchoolTransaction, { school, visitor, draftNumber, now }: FormVisit, keys: SecretRing) => ({
  is_open: true,
  message: null,
  opens_at: null,
  form_token: makeFormToken(keys, school.short, now),
  draft: visitor ? await findDraftTime(tx, { schoolId: school.id, visitor, draftNumber }, now) : null,
})

/** The data with which the page of the form starts. */
export async function readFormSettings(
  tx: SchoolTransaction,
  visit: FormVisit,
  keys: SecretRing,
): Promise<FormSettings> {
  const { mode: _mode, ...form } = await readForm(tx, visit)
  const newest = await findPrivacyNotice(tx)
  const notice = newest ? { id: newest.id, text: newest.body_markdown } : null
  const state = isOpen(form) ? await openForm(tx, visit, keys) : await closedForm(tx, visit.now)
  const facts = isOpen(form) ? form : { ...form, grades: [], schools: [], summer_breaks: [] }
  const school = { ...contactOf(visit.school), logo: await findLogo(tx, visit.school.logo_document_id) }
  return { school, form_version: FORM_VERSION, form: facts, notice, ...state }
}
