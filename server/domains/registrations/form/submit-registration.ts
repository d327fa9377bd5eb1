import { DAY_MS } from '#contract/dates.ts'
import { checkRegistration } from '#contract/registrations/registrations.check.ts'
import type { FormContext, RegistrationAnswers } from '#contract/registrations/registrations.form.ts'
import type { RegistrationSubmission } from '#contract/registrations/registrations.public.ts'
import { PUBLIC_REGISTRATION_TEXTS, RECEIPT_MINUTES } from '#contract/registrations/registrations.public-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { insertRegistration } from '#server/domains/registrations/insert-registration.ts'
import { APPLICATIONS_OF_MAIL, mailboxOf } from '#server/domains/registrations/registration-limits.ts'
import type { SchoolRow } from '#server/domains/registrations/registrations.answers.shared.queries.ts'
import { findPrivacyNotice } from '#server/domains/schools/schools.shared.queries.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { areMailsDelayed } from '#server/mail/outbox-state.ts'
import { hmac } from '#server/secret-keys.ts'
import { readForm, refuseClosed } from './application-form.ts'
import { isPlausibleFormToken } from './form-token.ts'
import { deleteDraft } from './registrations.drafts.queries.ts'
import { findByPayload, hasReceipt, insertReceipt, lockPayload } from './registrations.receipts.queries.ts'
import type { FormVisitor } from './visitor-cookie.ts'

type Tools = Pick<Platform, 'keys' | 'limits' | 'hasMailServer'>

export interface Submission {
  school: SchoolRow
  form: RegistrationSubmission
  visitor: FormVisitor
  draftNumber: number
  now: Date
  /** The day in Berlin. */
  today: string
}

/** The refusal names no field, so that a bot learns nothing about the trap (domain §2). */
const refuseMachines = ({ school, form, now }: Submission, { keys }: Tools) => {
  const isPlausible = isPlausibleFormToken(keys, { short: school.short, token: form.form_token }, now)
  if (form.website !== '' || !isPlausible) throw new ApiError(422, { message: PUBLIC_REGISTRATION_TEXTS.tooFast })
}

const validate = (form: RegistrationSubmission, context: FormContext) => {
  const { errors, answers } = checkRegistration(form, context)
  if (!answers) throw invalid(errors)
  return answers
}

/**
 * The privacy notice that was shown must be the newest version (domain DP-01); otherwise the page shows the new one.
 */
const requireNewestNotice = async (tx: SchoolTransaction, noticeId: number) => {
  const newest = await findPrivacyNotice(tx)
  if (newest?.id !== noticeId) {
    throw invalid({ 'meta.privacy_notice_read': [PUBLIC_REGISTRATION_TEXTS.staleNotice] })
  }
}

const spendMails = async (tx: SchoolTransaction, { contacts }: RegistrationAnswers, { limits }: Tools) => {
  const mails = new Set(contacts.flatMap(({ mail }) => (mail ? [mailboxOf(mail)] : [])))
  // Always in the same order, so that two applications cannot deadlock.
  for (const key of [...mails].sort()) {
    await limits.spendIn(tx, { limit: APPLICATIONS_OF_MAIL, key, message: PUBLIC_REGISTRATION_TEXTS.tooManyForMail })
  }
}

interface ValidApplication {
  answers: RegistrationAnswers
  context: FormContext
  payloadHash: Buffer
}

const insertNew = async (
  tx: SchoolTransaction,
  submission: Submission,
  { answers, context, payloadHash }: ValidApplication,
) => {
  const schoolyear = context.schoolyears.find(({ id }) => id === answers.school_year_id)
  if (!schoolyear) throw new Error('The answers were validated against other school years.')
  return insertRegistration(tx, {
    school: submission.school,
    schoolyear,
    answers,
    source: 'web',
    sendOptin: true,
    now: submission.now,
    userId: null,
    privacyNoticeId: submission.form.notice_id,
    payloadHash,
  })
}

/** The receipt that the visitor keeps for an hour. */
const giveReceipt = (tx: SchoolTransaction, { visitor, now }: Submission, registrationId: number) =>
  insertReceipt(tx, {
    visitor_hash: visitor.hash,
    registration_id: registrationId,
    expires_at: new Date(now.getTime() + RECEIPT_MINUTES * 60_000).toISOString(),
  })

/**
 * Stores an application from the public form, in a transaction bound to its school. The same answers sent again within
 * 24 hours, even at the same moment, are the same application: one row, one mail to each contact, the same number.
 */
export async function submitRegistration(tx: SchoolTransaction, submission: Submission, tools: Tools) {
  const { school, form, now, today } = submission
  const context = await readForm(tx, { school, now, today })
  refuseClosed(context)
  refuseMachines(submission, tools)
  const answers = validate(form, context)
  const payloadHash = hmac(tools.keys, 'registration payload', JSON.stringify([school.id, answers]))
  await lockPayload(tx, payloadHash)
  let registration = await findByPayload(tx, payloadHash, new Date(now.getTime() - DAY_MS).toISOString())
  if (!registration) {
    await requireNewestNotice(tx, form.notice_id)
    await spendMails(tx, answers, tools)
    registration = await insertNew(tx, submission, { answers, context, payloadHash })
    await giveReceipt(tx, submission, registration.id)
  } else if (await hasReceipt(tx, submission.visitor.hash, registration.id)) {
    await giveReceipt(tx, submission, registration.id)
  }
  await deleteDraft(tx, { visitorHash: submission.visitor.hash, draftNumber: submission.draftNumber })
  const isDelayed = await areMailsDelayed(tx, tools)
  const { thanks, thanksLater } = PUBLIC_REGISTRATION_TEXTS
  return { number: registration.number, message: (isDelayed ? thanksLater : thanks)(registration.number) }
}
