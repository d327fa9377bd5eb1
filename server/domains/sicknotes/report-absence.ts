import { isOfAge } from '#contract/dates.ts'
import type { PublicSicknoteForm, PublicSicknoteReply } from '#contract/sicknotes/sicknotes.public.ts'
import { PARENTS_PAGE_TEXTS, REPORTS_PER_DAY } from '#contract/sicknotes/sicknotes.public.ts'
import { isLateReport } from '#contract/sicknotes/sicknotes.rules.ts'
import type { Queries } from '#server/db/database.ts'
import { nameAction } from '#server/db/log-event.ts'
import { bindSchool, type SchoolTransaction } from '#server/db/school-transaction.ts'
import { wantsParentsInformed } from '#server/domains/families/families.informed.shared.queries.ts'
import { lockPupils } from '#server/domains/memberships/memberships.pupils.shared.queries.ts'
import { invalid } from '#server/http/api-error.ts'
import type { Platform } from '#server/http/platform.ts'
import { DAY_SECONDS, type Limit } from '#server/http/rate-limit.ts'
import { explainMissing } from './explain-missing.ts'
import { firstExcuse } from './first-excuse.ts'
import { noteColumns } from './note-columns.ts'
import { queueReportMails } from './report-mails.ts'
import { reportMessage } from './report-message.ts'
import { checkDays, type ReportDays, type ReportRules, readReportRules } from './report-window.ts'
import { insertReport, type LinkedChild, listCustodians, listUnexcused } from './sicknotes.public.queries.ts'
import { isOwnReport, type SealedReport, sealReport } from './take-back.ts'

/** Domain §5.6; the key names child and day. */
const REPORTS_OF_CHILD: Limit = { name: 'reportsOfChild', points: REPORTS_PER_DAY, seconds: DAY_SECONDS }

interface Reporting {
  form: PublicSicknoteForm
  /** The children whose links were opened. */
  children: readonly LinkedChild[]
  /** The key of the answer, which is no longer true after the report was taken back. */
  replyKey: Buffer
  platform: Pick<Platform, 'keys' | 'limits'>
  now: Date
  /** The day in Berlin. */
  today: string
}

/** The keys that two siblings have in common: a guardian at one school, or a verified address. */
async function familyKeys(tx: Queries, { school_id, id, birthdate }: LinkedChild, today: string) {
  const inside = await bindSchool(tx, school_id)
  // From 18 on nobody has custody; parents report only while the child wants it (domain §5.5).
  if (isOfAge(birthdate, today) && !(await wantsParentsInformed(inside, id))) return []
  const custodians = await listCustodians(inside, id)
  return custodians.flatMap((guardian) => [`${school_id}/${guardian.id}`, ...(guardian.mail ? [guardian.mail] : [])])
}

/** 422 for children who have no guardian in common. */
export async function checkSiblings(tx: Queries, children: readonly LinkedChild[], today: string) {
  if (children.length < 2) return
  const keys: string[][] = []
  for (const child of children) keys.push(await familyKeys(tx, child, today))
  const [first = [], ...others] = keys
  const { notASibling } = PARENTS_PAGE_TEXTS
  if (!first.some((key) => others.every((other) => other.includes(key)))) {
    throw invalid({ uuids: [notASibling] }, notASibling)
  }
}

/** Always in the same order, so that two reports about the same children cannot deadlock. */
const bySchool = (children: readonly LinkedChild[]) => {
  const sorted = [...children].sort((a, b) => a.school_id - b.school_id || a.id - b.id)
  return [...Map.groupBy(sorted, ({ school_id }) => school_id).values()]
}

/** When somebody has entered that a day is unexcused, a report does not overturn it: staff must look at it. */
const noteOf = (
  { id, settings }: LinkedChild,
  { form, now, today }: Reporting,
  { isDisputed }: { isDisputed: boolean },
) => ({
  pupil_id: id,
  ...noteColumns(form, now),
  ...firstExcuse(
    { reason: form.reason, source: 'public_link', leave_decision: null },
    { settings: isDisputed ? { online_counts_as_written: false } : settings, today, userId: null },
  ),
})

interface School {
  children: readonly LinkedChild[]
  days: ReportDays
  rules: ReportRules
  isLate: boolean
}

/**
 * Stores the reports for children of the bound school; a known absence is neither stored again nor mailed. Each report
 * counts before the absence is looked up, known or not, so that the limit reveals nothing about a child.
 */
async function storeReports(tx: SchoolTransaction, { children, days, isLate }: School, reporting: Reporting) {
  const { now, today, platform } = reporting
  const notes: SealedReport['notes'] = []
  const newIds: number[] = []
  const pupilIds = children.map(({ id }) => id)
  await lockPupils(tx, pupilIds)
  const disputed = await listUnexcused(tx, pupilIds, days)
  await nameAction(tx, 'pupil_sicknote', 'sicknote_created')
  for (const child of children) {
    const key = `${child.school_id} ${child.id} ${today}`
    await platform.limits.spendIn(tx, { limit: REPORTS_OF_CHILD, key, message: PARENTS_PAGE_TEXTS.dayIsFull })
    const note = noteOf(child, reporting, { isDisputed: disputed.includes(child.id) })
    const { id, known } = await insertReport(tx, { ...note, is_late: isLate })
    notes.push({ school: child.school_id, id, own: !known || isOwnReport(known, now) })
    if (!known) newIds.push(id)
  }
  await explainMissing(tx, pupilIds, now)
  await queueReportMails(tx, { noteIds: newIds, today })
  return notes
}

/**
 * The school's rules for these children, and the transaction bound to that school; 422 when the days break one of them.
 */
async function checkReport(
  tx: Queries,
  children: readonly LinkedChild[],
  { days, now, today }: { days: ReportDays; now: Date; today: string },
) {
  const [first] = children
  if (!first) throw new Error('A school without children.')
  const inside = await bindSchool(tx, first.school_id)
  const rules = await readReportRules(inside, first.settings, today)
  for (const child of children) checkDays(days, child, rules)
  const { free_days: freeDays } = rules.calendar
  const { cutoff_time } = first.settings
  const school: School = { children, days, rules, isLate: isLateReport(days, now, { cutoff_time, freeDays }) }
  return { school, tx: inside }
}

/**
 * Accepts a report through the parents' link, for siblings at once, or for none of them (domain §3.5, §5.6). The same
 * absence again gets the same answer and is stored once.
 */
export async function reportAbsence(tx: Queries, reporting: Reporting): Promise<PublicSicknoteReply> {
  const { form, children, replyKey, platform, now, today } = reporting
  await checkSiblings(tx, children, today)
  const days = { dateStart: form.dateStart, dateEnd: form.dateEnd ?? form.dateStart }
  const notes: SealedReport['notes'] = []
  let isLate = false
  for (const ofSchool of bySchool(children)) {
    const { school, tx: inside } = await checkReport(tx, ofSchool, { days, now, today })
    isLate ||= school.isLate
    notes.push(...(await storeReports(inside, school, reporting)))
  }
  const { partial, lessons, reason } = form
  const said = { ...days, partial, timeStart: form.timeStart ?? null, timeEnd: form.timeEnd ?? null, lessons }
  const firstnames = children.map(({ firstname }) => firstname)
  return {
    message: reportMessage({ firstnames, days: said, reason, isLate, today }),
    value: days,
    is_late: isLate,
    take_back: sealReport(platform.keys, { at: now.getTime(), key: replyKey.toString('base64'), notes }),
  }
}
