import type { NewProcessingForm, ProcessingChange, ReviewChange } from '#contract/processings/processings.ts'
import { PROCESSING_TEXTS } from '#contract/processings/processings.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { found, invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import {
  deleteProcessing,
  insertProcessing,
  lockOwnProcessing,
  lockProductProcessing,
  updateProcessing,
} from './processings.queries.ts'

const refuseDayAhead = ({ reviewed_on }: { reviewed_on?: string | null | undefined }, today: string) => {
  if ((reviewed_on ?? '') > today) throw invalid({ reviewed_on: [PROCESSING_TEXTS.ahead] })
}

export async function addProcessing(tx: SchoolTransaction, form: NewProcessingForm, today: string) {
  refuseDayAhead(form, today)
  const id = await insertProcessing(tx, form)
  return { id, message: `„${form.title}“ ist eingetragen.` }
}

type Stored = NonNullable<Awaited<ReturnType<typeof lockOwnProcessing>>>

interface Saving {
  form: ProcessingChange | ReviewChange
  today: string
}

async function saveChange(tx: SchoolTransaction, stored: Stored, { form: { version, ...form }, today }: Saving) {
  const change = changedFields(stored, form)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  refuseDayAhead(change, today)
  const current = Object.fromEntries(fields.map((field) => [field, stored[field as keyof typeof stored]]))
  await refuseStale(tx, { stored, fields, version, current })
  await updateProcessing(tx, stored.id, change)
  return { message: REPLY_TEXTS.saved }
}

export const changeProcessing = async (tx: SchoolTransaction, id: number, saving: Saving) =>
  saveChange(tx, found(await lockOwnProcessing(tx, id)), saving)

/** What the school adds to an activity that the program describes. */
export const reviewProcessing = async (tx: SchoolTransaction, key: string, saving: Saving) =>
  saveChange(tx, await lockProductProcessing(tx, key), saving)

export async function removeProcessing(tx: SchoolTransaction, id: number) {
  const { title } = found(await lockOwnProcessing(tx, id))
  await deleteProcessing(tx, id)
  return { message: PROCESSING_TEXTS.removed(title ?? '') }
}
