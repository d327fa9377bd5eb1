import type { OwnService } from '#contract/processors/processor.record.ts'
import { type NewProcessorForm, PROCESSOR_TEXTS, type ProcessorChange } from '#contract/processors/processors.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { found, invalid } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import {
  deleteProcessor,
  insertProcessor,
  lockProcessor,
  updateOwnService,
  updateProcessor,
} from './processors.queries.ts'

const DAYS = ['contract_on', 'reviewed_on'] as const

/** The days of contract and review cannot be in the future. */
const refuseDaysAhead = (form: Partial<NewProcessorForm>, today: string) => {
  const wrong = DAYS.filter((field) => (form[field] ?? '') > today)
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong.map((field) => [field, [PROCESSOR_TEXTS.ahead]])))
}

export async function addProcessor(tx: SchoolTransaction, form: NewProcessorForm, today: string) {
  refuseDaysAhead(form, today)
  const id = await insertProcessor(tx, form)
  return { id, message: `${form.name} ist eingetragen.` }
}

interface Changing {
  id: number
  form: ProcessorChange
  today: string
}

export async function changeProcessor(tx: SchoolTransaction, { id, form: { version, ...form }, today }: Changing) {
  const stored = found(await lockProcessor(tx, id))
  const change = changedFields(stored, form)
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  refuseDaysAhead(change, today)
  const current = Object.fromEntries(fields.map((field) => [field, stored[field as keyof typeof stored]]))
  await refuseStale(tx, { stored, fields, version, current })
  await updateProcessor(tx, id, change)
  return { message: REPLY_TEXTS.saved }
}

export async function removeProcessor(tx: SchoolTransaction, id: number) {
  const { name } = found(await lockProcessor(tx, id))
  await deleteProcessor(tx, id)
  return { message: PROCESSOR_TEXTS.removed(name) }
}

interface OwnServiceForm {
  kind: OwnService
  isOwn: boolean
}

/** Says that the school runs a service itself: the list asks nobody for its processor any more. */
export async function setOwnService(tx: SchoolTransaction, schoolId: number, { kind, isOwn }: OwnServiceForm) {
  if (await updateOwnService(tx, kind, isOwn)) {
    const fields = ['own_services']
    await logEvent(tx, { action: 'school_updated', entityType: 'school', entityId: schoolId, fields })
  }
  return { message: PROCESSOR_TEXTS.ownService(kind, isOwn) }
}
