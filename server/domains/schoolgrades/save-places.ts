import { REPLY_TEXTS } from '#contract/reply-texts.ts'
import { SCHOOLGRADE_TEXTS } from '#contract/schoolgrades/schoolgrades.ts'
import { type PlacesChange, placesTransition } from '#contract/userlog/userlog.places.ts'
import { noteChangesOf } from '#server/db/field-changes.ts'
import { logEvent } from '#server/db/log-event.ts'
import type { SchoolTransaction } from '#server/db/school-transaction.ts'
import { listSchoolyears } from '#server/domains/schoolyears/schoolyears.shared.queries.ts'
import { invalid, notFound } from '#server/http/api-error.ts'
import { refuseStale } from '#server/http/refuse-stale.ts'
import { deletePlaces, listGradeDetails, lockSchoolgrade, upsertPlaces } from './schoolgrades.details.queries.ts'

interface Places {
  school_year_id: number
  places: number | null
}

/** The key under which the last change of a year's seats is stored. */
const fieldOf = ({ school_year_id }: Places) => `places_${school_year_id}`

const refuseYears = (wanted: readonly Places[], years: readonly { id: number }[]) =>
  wanted.forEach(({ school_year_id }, index) => {
    const field = `places.${index}.school_year_id`
    if (!years.some(({ id }) => id === school_year_id)) throw invalid({ [field]: [SCHOOLGRADE_TEXTS.unknownYear] })
    if (wanted.slice(0, index).some((before) => before.school_year_id === school_year_id))
      throw invalid({ [field]: [SCHOOLGRADE_TEXTS.yearTwice] })
  })

interface PlacesInput {
  id: number
  form: { places: Places[]; version?: number | undefined }
}

const verbOf = ({ from, to }: PlacesChange) => {
  if (to === null) return 'deleted'
  return from === null ? 'created' : 'updated'
}

/** Adds to the log entry of the changed row what it was about, and both numbers. */
const logPlaces = (tx: SchoolTransaction, entityId: number, change: PlacesChange) =>
  logEvent(tx, {
    action: `schoolgrade_capacity_${verbOf(change)}`,
    entityType: 'schoolgrade_capacity',
    entityId,
    fields: [placesTransition(change)],
  })

/** Sets the seats of a grade in the sent years, or removes them (null). */
export async function savePlaces(tx: SchoolTransaction, { id, form }: PlacesInput) {
  const stored = await lockSchoolgrade(tx, id)
  const years = await listSchoolyears(tx)
  const [grade] = await listGradeDetails(tx, { years, id })
  if (!stored || !grade) throw notFound()
  refuseYears(form.places, years)
  const changed = form.places.filter(({ school_year_id, places }) =>
    grade.places.some((now) => now.school_year_id === school_year_id && now.places !== places),
  )
  if (changed.length === 0) return { message: REPLY_TEXTS.nothingToChange }
  const fields = changed.map(fieldOf)
  await refuseStale(tx, { stored, fields, version: form.version, current: { places: grade.places } })
  for (const { school_year_id, places } of changed) {
    const row = { schoolgrade_id: id, school_year_id }
    const entityId = places === null ? await deletePlaces(tx, row) : await upsertPlaces(tx, { ...row, places })
    const year = years.find((one) => one.id === school_year_id)?.name ?? ''
    const from = grade.places.find((now) => now.school_year_id === school_year_id)?.places ?? null
    await logPlaces(tx, entityId, { grade: stored.grade, year, from, to: places })
  }
  await noteChangesOf(tx, 'schoolgrade', { id, fields })
  return { message: `${grade.name}: Die Plätze sind gespeichert.` }
}
