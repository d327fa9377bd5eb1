import type { SicknoteSettings } from '#contract/schools/schools.settings.ts'
import type { SicknoteReason } from '#contract/sicknotes/sicknotes.reasons.ts'
import { isLateReport } from '#contract/sicknotes/sicknotes.rules.ts'
import type { SchoolCalendar } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { isReported } from './first-excuse.ts'

/**
 * Late: after the cutoff time of the first day. Only absences that parents should have reported in time can be late.
 */
export const isLate = (
  { reason, ...days }: { reason: SicknoteReason; dateStart: string; dateEnd: string },
  reportedAt: Date,
  { calendar, settings }: { calendar: SchoolCalendar; settings: SicknoteSettings },
) =>
  isReported(reason) &&
  isLateReport(days, reportedAt, { cutoff_time: settings.cutoff_time, freeDays: calendar.free_days })
