import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { isIsoDay } from '#contract/dates.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useToday } from '#web/api/base-data.ts'
import { queryFor } from '#web/api/queries.ts'
import { DateField } from '#web/forms/DateField.tsx'
import pairs from '#web/forms/forms.module.css'
import { NEW_PUPIL_LABELS } from './new-pupil-form.ts'
import type { NewPupilDraft } from './use-new-pupil.ts'

const GRADES = queryFor(pupilEndpoints.formOptions, {}, { quiet: true })
const YEARS = queryFor(schoolclassEndpoints.formOptions, {}, { quiet: true })

/** The school year of the first day, and its classes. */
const useYearOf = (day: string) => {
  const years = useQuery(YEARS).data?.schoolyears
  const year = isIsoDay(day) ? years?.find((one) => one.date_start <= day && day <= one.date_end) : undefined
  const list = useQuery({
    ...queryFor(schoolclassEndpoints.list, { query: { school_year_id: year?.id ?? 0 } }, { quiet: true }),
    enabled: year !== undefined,
  })
  return { year, schoolclasses: year ? (list.data ?? []) : [] }
}

/** Before a grade is chosen any class may be: it brings its grade. */
const hasGrade = ({ schoolgrade, schoolgrade_to }: Schoolclass, grade: number | undefined) =>
  grade === undefined || (schoolgrade.grade <= grade && grade <= (schoolgrade_to ?? schoolgrade).grade)

const sizeText = ({ pupil_count, capacity }: Schoolclass) =>
  capacity === null ? `${pupil_count}` : `${pupil_count} von ${capacity}`

/** When the child comes, into which grade and class; classes are those of the year of the first day. */
export const PupilPlaceField = ({ draft }: { draft: NewPupilDraft }) => {
  const { values, errors, set } = draft
  const today = useToday()
  const day = String(values.date_entry)
  const { year, schoolclasses } = useYearOf(day)
  const grades = useQuery(GRADES).data?.schoolgrades ?? []
  const grade = grades.find(({ id }) => String(id) === values.schoolgrade_id)?.grade
  const chooseClass = (schoolclass_id: string) => {
    const chosen = schoolclasses.find(({ id }) => String(id) === schoolclass_id)
    // A mixed-age group leaves open which of its grades it is.
    const bringsGrade = chosen !== undefined && chosen.schoolgrade_to === null && values.schoolgrade_id === ''
    set({ schoolclass_id, ...(bringsGrade && { schoolgrade_id: String(chosen.schoolgrade.id) }) })
  }
  return (
    <div className={pairs.fields}>
      <div data-half>
        <DateField
          id="date_entry"
          label={NEW_PUPIL_LABELS.date_entry ?? ''}
          value={day}
          onChange={(date_entry) => set({ date_entry, schoolclass_id: '' })}
          today={today}
          autoComplete="off"
          error={errors.date_entry}
          {...(year ? { description: `Schuljahr ${year.name}` } : {})}
        />
      </div>
      <div data-half>
        <NativeSelect
          id="schoolgrade_id"
          label={NEW_PUPIL_LABELS.schoolgrade_id}
          value={String(values.schoolgrade_id)}
          error={errors.schoolgrade_id}
          data={[
            { value: '', label: 'Bitte wählen' },
            ...grades.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          onChange={(event) => set({ schoolgrade_id: event.currentTarget.value, schoolclass_id: '' })}
        />
      </div>
      <div data-half>
        <NativeSelect
          id="schoolclass_id"
          label={NEW_PUPIL_LABELS.schoolclass_id}
          value={String(values.schoolclass_id)}
          error={errors.schoolclass_id}
          data={[
            { value: '', label: 'noch offen' },
            ...schoolclasses
              .filter((one) => hasGrade(one, grade))
              .map((one) => ({ value: String(one.id), label: `${one.classgradePlain} (${sizeText(one)})` })),
          ]}
          onChange={(event) => chooseClass(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}
