import { AGREEMENT_TEXTS } from '#contract/registrations/registrations.agreement.ts'
import type { AgreementForm, AgreementQuestion } from '#contract/registrations/registrations.public.ts'
import { OPTIN_TEXTS } from '#contract/registrations/registrations.public-texts.ts'
import type { Queries } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { AGREEMENT_ANSWERS } from '#server/domains/registrations/registration-limits.ts'
import { insertEvents } from '#server/domains/registrations/registrations.events.shared.queries.ts'
import { conflict } from '#server/http/api-error.ts'
import type { Limits } from '#server/http/rate-limit.ts'
import { userAgentFamily } from '#server/http/user-agent-family.ts'
import { readQuestion } from './agreement-question.ts'
import { findOptinLink, isExpired, type OptinLink } from './find-optin-link.ts'
import { updateAgreement } from './registrations.agreement.queries.ts'

interface Answering {
  form: AgreementForm
  userAgent: string
  now: Date
  limits: Limits
}

/** 409 with the reason while this link cannot answer. */
const refuseAnswer = (link: OptinLink, now: Date) => {
  if (link.mail_verified_at === null) throw conflict(AGREEMENT_TEXTS.confirmFirst)
  if (isExpired(link, now)) throw conflict(OPTIN_TEXTS.expired)
  if (link.pupil_id !== null) throw conflict(AGREEMENT_TEXTS.over)
}

const storeAnswer = async (tx: SchoolTransaction, link: OptinLink, { form, userAgent, now }: Answering) => {
  const hasAgreed = form.decision === 'agree'
  const kind = hasAgreed ? 'agreement_given' : 'agreement_declined'
  await nameAction(tx, 'registration_contact', `registration_${kind}`)
  await updateAgreement(tx, link.id, {
    hasAgreed,
    proof: {
      template_version: link.template_version,
      sent_at: link.sent_at,
      answered_at: now.toISOString(),
      user_agent_family: userAgentFamily(userAgent),
    },
  })
  const event = { registration_id: link.registration_id, kind, contact_position: link.position } as const
  await insertEvents(tx, { viewer: { user_id: null }, now }, [event])
}

/**
 * The second person agrees to an application or declines; the last answer counts while the application is active, and
 * the same answer again changes nothing. Undefined for a link that is not valid, and for one that asks nothing.
 */
export async function answerAgreement(tx: Queries, answering: Answering): Promise<AgreementQuestion | undefined> {
  const { form, now, limits } = answering
  const found = await findOptinLink(tx, form)
  if (!found || found.link.agreement === null) return undefined
  const { link, tx: inside } = found
  refuseAnswer(link, now)
  const wanted = form.decision === 'agree' ? 'agreed' : 'declined'
  if (link.agreement !== wanted) {
    const key = `${link.school_id} ${link.id}`
    await limits.spendIn(inside, { limit: AGREEMENT_ANSWERS, key, message: AGREEMENT_TEXTS.tooOften })
    await storeAnswer(inside, link, answering)
  }
  const after = await findOptinLink(inside, form)
  return (after && (await readQuestion(inside, after.link, now))) ?? undefined
}
