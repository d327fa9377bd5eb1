import { useQuery } from '@tanstack/react-query'
import { isIsoDay } from '#contract/dates.ts'
import { pupilEndpoints } from '#contract/pupils/pupils.ts'
import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor } from '#web/api/queries.ts'
import type { FieldValue, FormField } from '#web/forms/fields.ts'
import pairs from '#web/forms/forms.module.css'
import { InputField } from '#web/forms/InputField.tsx'
import { type NewPupilDraft, PLACE_FIELDS } from './use-new-pupil.ts'

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

const hasGrade = ({ schoolgrade, schoolgrade_to }: Schoolclass, grade: number | undefined) =>
  grade !== undefined && schoolgrade.grade <= grade && grade <= (schoolgrade_to ?? schoolgrade).grade

const sizeText = ({ pupil_count, capacity }: Schoolclass) =>
  capacity === null ? `${pupil_count}` : `${pupil_count} von ${capacity}`

/** When the child comes, into which class, which brings its grade; classes are those of the year of the first day. */
export const PupilPlaceField = ({ draft }: { draft: NewPupilDraft }) => {
  const { values, errors, set } = draft
  const { year, schoolclasses } = useYearOf(String(values.date_entry))
  const grades = useQuery(GRADES).data?.schoolgrades ?? []
  const gradeOf = (id: FieldValue | undefined) => grades.find((one) => String(one.id) === id)?.grade
  const classOf = (id: FieldValue | undefined) => schoolclasses.find((one) => String(one.id) === id)
  const chooseClass = (schoolclass_id: string) => {
    const chosen = classOf(schoolclass_id)
    set('schoolclass_id', schoolclass_id)
    if (!chosen || hasGrade(chosen, gradeOf(values.schoolgrade_id))) return
    // A mixed-age group leaves open which of its grades it is.
    set('schoolgrade_id', chosen.schoolgrade_to === null ? String(chosen.schoolgrade.id) : '')
  }
  const change = (key: string, value: FieldValue) => {
    if (key === 'schoolclass_id') return chooseClass(String(value))
    set(key, value)
    const chosen = classOf(values.schoolclass_id)
    // The classes of another year are others.
    if (key === 'date_entry' || (chosen && !hasGrade(chosen, gradeOf(value)))) set('schoolclass_id', '')
  }
  const own: Record<string, Partial<FormField>> = {
    date_entry: year ? { hint: `Schuljahr ${year.name}` } : {},
    schoolgrade_id: { choices: grades.map(({ id, name }) => ({ value: String(id), label: name })) },
    schoolclass_id: {
      empty: 'noch offen',
      choices: schoolclasses.map((one) => ({
        value: String(one.id),
        label: `${one.classgradePlain} (${sizeText(one)})`,
      })),
    },
  }
  return (
    <div className={pairs.fields}>
      {PLACE_FIELDS.map((field) => (
        <div key={field.key} data-half>
          <InputField
            field={{ ...field, ...own[field.key] }}
            value={values[field.key] ?? ''}
            error={errors[field.key]}
            onChange={(value) => change(field.key, value)}
          />
        </div>
      ))}
    </div>
  )
}
