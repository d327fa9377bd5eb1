import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { forgetLetterTextsNaming } from './forget-letter-texts.ts'
import { forgetViewsNaming } from './forget-views.ts'
import type { Traces } from './traces.queries.ts'

/** Deletes what people keep for later use and in which somebody is named who is erased. */
export async function forgetStoredTexts(tx: SchoolTransaction, traces: Traces) {
  await forgetViewsNaming(tx, traces)
  await forgetLetterTextsNaming(tx, traces)
}
