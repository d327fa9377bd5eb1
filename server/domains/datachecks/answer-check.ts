import { isDeepStrictEqual } from 'node:util'
import type { DataCheckForm } from '#contract/datachecks/datachecks.form.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import type { Queries } from '#server/db/database.ts'
import { logEvent } from '#server/db/log-event.ts'
import { conflict } from '#server/http/api-error.ts'
import { DAY_SECONDS, type Limit, type Limits } from '#server/http/rate-limit.ts'
import { openCheckLink } from './check-link.ts'
import { listChanges, type Proposal, replaceOpenChanges, type StoredChange } from './datachecks.changes.queries.ts'
import { lockReader, noteAnswer } from './datachecks.queries.ts'
import { seenOf } from './family-record.ts'
import { proposalsOf } from './propose-changes.ts'
import { decidedSince, showCheck, shownValues } from './show-check.ts'

/** Somebody who sends again and again would keep the office busy. */
const ANSWERS: Limit = { name: 'dataCheckAnswers', points: 20, seconds: DAY_SECONDS }

export async function readCheckPage(tx: Queries, token: string, today: string) {
  const { reader, record, tx: inside } = await openCheckLink(tx, token, today)
  return showCheck(inside, { reader, record, changes: await listChanges(inside, reader.id) })
}

const contentOf = ({ subject, subject_id, pupil_id, part, before, after }: Proposal | StoredChange) => ({
  ...{ subject, subject_id, pupil_id, part, before, after },
})

interface Answer {
  token: string
  form: DataCheckForm
  limits: Limits
  now: Date
  today: string
}

/**
 * Stores what a guardian proposes, or that everything is right; nothing is written to a record. The same answer twice
 * changes nothing, and the last one counts. 409 when the stored values are not the ones that the page has shown.
 */
export async function answerCheck(tx: Queries, { token, form, limits, now, today }: Answer) {
  const { reader: found, tx: inside } = await openCheckLink(tx, token, today)
  await lockReader(inside, found.id)
  // The row is locked first and then read, because another window or the office may have been faster.
  const { reader, record } = await openCheckLink(inside, token, today)
  await limits.spendIn(inside, {
    limit: ANSWERS,
    key: `${reader.school_id} ${reader.id}`,
    message: DATA_CHECK_TEXTS.tooOften,
  })
  if (form.seen !== seenOf(record)) throw conflict(DATA_CHECK_TEXTS.recordChanged)
  const stored = await listChanges(inside, reader.id)
  const proposals = proposalsOf(record, shownValues(record, stored), form)
  const open = stored.filter(({ state }) => state === 'open')
  const isSame = isDeepStrictEqual(open.map(contentOf), proposals.map(contentOf))
  if (!isSame) await replaceOpenChanges(inside, reader.id, proposals)
  // After a decision or a call the same press of the button confirms what is stored now.
  const isNewAnswer = reader.answered_at === null || reader.is_by_phone || decidedSince(reader, stored).length > 0
  if (!isSame || isNewAnswer) {
    await noteAnswer(inside, reader.id, { answered_at: now.toISOString() })
    const action = proposals.length > 0 ? 'data_check_answered' : 'data_check_confirmed'
    await logEvent(inside, { action, entityType: 'guardian', entityId: reader.guardian_id })
  }
  return readCheckPage(inside, token, today)
}
