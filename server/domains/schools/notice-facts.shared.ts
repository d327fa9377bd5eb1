import { factChanges, NOTICE_TEMPLATE, noticeFacts, publishedText } from '#contract/privacynotices/notice-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { findPrivacyNotice, getSchool, getSetting } from './schools.shared.queries.ts'

/** What the placeholders of the bound school's notice say today. */
export async function readNoticeFacts(tx: SchoolTransaction) {
  const { unverified_purge_days } = await getSetting(tx, 'SCHOOL_REGISTRATION_SETTINGS')
  const periods = await getSetting(tx, 'RETENTION_SETTINGS')
  return noticeFacts(await getSchool(tx), { ...periods, unverified_purge_days })
}

/** The first notice of the bound school: the product's text with the school's facts. */
export const firstNotice = async (tx: SchoolTransaction) => publishedText(NOTICE_TEMPLATE, await readNoticeFacts(tx))

const STALE =
  'Die Datenschutzhinweise nennen noch die bisherigen Angaben: Bitte veröffentlichen Sie unter „Datenschutz, Hinweise“ eine neue Fassung.'

/** Whether the published notice names facts as they were. */
export async function isNoticeStale(tx: SchoolTransaction) {
  const newest = await findPrivacyNotice(tx)
  return factChanges(newest?.facts ?? null, await readNoticeFacts(tx)).length > 0
}

/** The answer to a change of facts, which says when the published notice is no longer true (domain DP-01). */
export async function savedText(tx: SchoolTransaction, text: string) {
  return { message: (await isNoticeStale(tx)) ? `${text} ${STALE}` : text }
}
