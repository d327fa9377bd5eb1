import { addMonths } from '#contract/dates.ts'
import type { Retention, RetentionPeriods } from './retentions.rules.ts'

/** Requests of data subjects go some years after their answer; while one is open no period runs (domain §5.2). */
export const requestRetentions = (
  { done_on }: { done_on: string | null },
  { privacy_request_years: years }: Pick<RetentionPeriods, 'privacy_request_years'>,
): Retention[] =>
  done_on === null ? [] : [{ reason: 'request', action: 'delete', due_on: addMonths(done_on, years * 12) }]
