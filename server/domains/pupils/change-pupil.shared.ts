import { withUnits } from '#contract/field-units.ts'
import { PUPIL_TEXTS, type PupilChange } from '#contract/pupils/pupils.change.ts'
import { AFTERSCHOOL_DAYS, type ForeignLanguage } from '#contract/pupils/pupils.fields.ts'
import { isAttending } from '#contract/pupils/pupils.ts'
import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { cleanZip } from '#contract/zip.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import type { SchoolViewer } from '#server/db/viewer.ts'
import {
  findFirstMembership,
  moveMembershipStart,
} from '#server/domains/memberships/memberships.changes.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { changedFields } from '#server/http/changed-fields.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import type { PupilRecord } from './pupils.changes.queries.ts'
import { lockPupil, updatePupil } from './pupils.shared.queries.ts'
import { refuseRecord } from './refuse-record.ts'

type Fields = Omit<PupilChange, 'version'>

interface Acting {
  viewer: SchoolViewer
  today: string
}

const once = <T>(values: readonly T[]) => [...new Set(values)]

/** Writes sets and German postcodes in one fixed form. */
const inOneWay = (form: Fields, country: string): Fields => ({
  ...form,
  ...(form.nationalities && { nationalities: once(form.nationalities) }),
  ...(form.afterschool_days && {
    afterschool_days: AFTERSCHOOL_DAYS.filter((day) => form.afterschool_days?.includes(day)),
  }),
  ...(form.zip && (form.country ?? country) === 'DE' && { zip: cleanZip(form.zip) }),
})

/**
 * An attending pupil with a future day of entry becomes upcoming, and an upcoming one whose day has come becomes
 * active; nothing else follows from the day of entry (domain §3.4).
 */
const statusFor = (status: string, date_entry: string, today: string) => {
  if (date_entry > today) return isAttending({ status }) ? 'upcoming' : status
  return status === 'upcoming' ? 'active' : status
}

/**
 * A new day of entry moves the start of the first membership with it, within its school year; 422 when that would leave
 * nothing of it. A pupil who was here before the memberships on record has an earlier day of entry.
 */
async function moveEntry(tx: SchoolTransaction, stored: PupilRecord, day: string) {
  const first = await findFirstMembership(tx, stored.id)
  if (!first) return
  const last = first.date_end !== null && first.date_end < first.year_end ? first.date_end : first.year_end
  if (day > last) throw invalid({ date_entry: [PUPIL_TEXTS.entryAfterClass] })
  const isTogether = first.date_start === stored.date_entry
  const start = day < first.year_start ? first.year_start : day
  if (start > first.date_start || (isTogether && start !== first.date_start))
    await moveMembershipStart(tx, first.id, start)
}

/** The columns to write: lists of languages as JSON, and with a proof also who saw it. */
const toColumns = (change: Fields, { viewer }: Acting) => {
  const { foreign_languages, ...rest } = change
  const seen = change.measles_proof_seen_at
  return {
    ...rest,
    ...(foreign_languages && { foreign_languages: JSON.stringify(foreign_languages) }),
    ...(seen !== undefined && { measles_proof_seen_by: seen === null ? null : viewer.user_id }),
  }
}

/** Writes the changed fields; 409 if one of them was changed since the page was loaded (domain §9a). */
export async function changePupil(
  tx: SchoolTransaction,
  { id, form: { version, ...sent } }: { id: number; form: PupilChange },
  acting: Acting,
) {
  const { today } = acting
  const stored = await lockPupil(tx, id)
  if (!stored || stored.deleted_at !== null) throw notFound()
  const change = changedFields(stored, inOneWay(sent, stored.country)) as Fields
  const fields = Object.keys(change)
  if (fields.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  const current = Object.fromEntries(withUnits(fields).map((field) => [field, stored[field as keyof Fields]]))
  await refuseStale(tx, { stored, fields, version, current })
  const languages = stored.foreign_languages as unknown as ForeignLanguage[]
  refuseRecord({ ...stored, foreign_languages: languages, ...change }, { changed: fields, today })
  const date_entry = change.date_entry ?? stored.date_entry
  const status = statusFor(stored.status, date_entry, today)
  if (change.status && !isAttending({ status })) throw invalid({ status: [PUPIL_TEXTS.onlyAttending] })
  if (change.date_entry) await moveEntry(tx, stored, change.date_entry)
  await updatePupil(tx, id, { ...toColumns(change, acting), status: change.status ?? status })
  return { message: REPLY_TEXTS.saved }
}
