import { useQuery } from '@tanstack/react-query'
import {
  CIRCULAR_KIND_LABELS,
  type CircularAudience,
  type CircularKind,
} from '#contract/circulars/circulars.audience.ts'
import { CIRCULAR_BODY_MAX, CIRCULAR_SUBJECT_MAX, CIRCULAR_SUBJECT_NAMES } from '#contract/circulars/circulars.text.ts'
import type { EmployeeType } from '#contract/employees/employee.record.ts'
import { choicesOf } from '#contract/record.ts'
import { schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { queryFor } from '#web/api/queries.ts'
import type { FieldValues, FormField } from '#web/forms/fields.ts'
import {
  audienceField,
  chosenOf,
  EVERYBODY,
  kindOfCircular,
  LETTER_FRAME,
  newCircularValues,
} from './circular-values.ts'
import { staffKey, useStaffChoices } from './staff-choices.ts'
import { useWaitingChoices, waitingIn } from './waiting-choices.ts'

const FRAME_ROWS = 6

/** What stands before the chosen ones in the list of circulars. */
export const KIND_WORDS: Record<CircularKind, string> = {
  families: 'Eltern von',
  staff: 'Kollegium:',
  waiting: 'Warteliste:',
}

/** What is typed when these people were chosen in a list. */
export const valuesForStaff = (ids: readonly number[]): FieldValues => ({
  ...newCircularValues('staff'),
  staff: ids.map((id) => staffKey('person', id)),
})

export const audienceOf = (values: FieldValues, tries_unreachable = false): CircularAudience => {
  const kind = kindOfCircular(values)
  const chosen = chosenOf(values, audienceField(values))
  const is_whole_school = chosen.includes(EVERYBODY)
  const some = is_whole_school ? [] : chosen
  const partsOf = (part: string) =>
    some.flatMap((key) => (key.startsWith(`${part} `) ? [key.slice(part.length + 1)] : []))
  return {
    ...{ kind, is_whole_school, tries_unreachable },
    class_ids: (kind === 'families' ? some : partsOf('class')).map(Number),
    employee_types: partsOf('type') as EmployeeType[],
    employee_ids: partsOf('person').map(Number),
    ...waitingIn(some),
  }
}

/**
 * What is typed, beginning with `values`; `kind` is the choice of now. All ways to choose stand in the form, so that going
 * back and forth loses nothing.
 */
export const useCircularFields = (values: FieldValues, kind: CircularKind): readonly FormField[] => {
  const classes = useQuery(queryFor(schoolclassEndpoints.list, {})).data ?? []
  const staff = useStaffChoices({ chosen: chosenOf(values, 'staff'), isNeeded: kind === 'staff' })
  const waiting = useWaitingChoices(chosenOf(values, 'waiting'))
  const kinds = choicesOf({ families: 'Eltern', staff: 'Kollegium', waiting: 'Warteliste' })
  return [
    {
      key: 'kind',
      label: 'Wem Sie schreiben',
      kind: 'choice',
      choices: kinds.filter(({ value }) => value !== 'waiting' || waiting.length > 0 || values.kind === 'waiting'),
      initial: 'families',
    },
    {
      key: 'class_ids',
      label: CIRCULAR_KIND_LABELS.families,
      kind: 'several',
      every: { value: EVERYBODY, label: 'Alle Klassen' },
      choices: classes.map(({ id, classgradePlain }) => ({ value: String(id), label: classgradePlain })),
    },
    {
      key: 'staff',
      label: CIRCULAR_KIND_LABELS.staff,
      kind: 'several',
      every: { value: EVERYBODY, label: 'Alle Mitarbeitenden' },
      hint: 'Einzelne Personen haken Sie unter „Mitarbeitende“ an.',
      groups: staff,
      choices: staff.flatMap(({ choices }) => choices),
    },
    {
      key: 'waiting',
      label: CIRCULAR_KIND_LABELS.waiting,
      kind: 'several',
      every: { value: EVERYBODY, label: 'Alle, die warten' },
      choices: waiting,
    },
    {
      ...{ key: 'subject', label: 'Betreff', kind: 'text', max: CIRCULAR_SUBJECT_MAX },
      hint: `Im Betreff geht nur {${CIRCULAR_SUBJECT_NAMES[0]}}: Er steht auch auf gesperrten Bildschirmen.`,
    },
    { key: 'body', label: 'Text', kind: 'lines', max: CIRCULAR_BODY_MAX, rows: FRAME_ROWS, initial: LETTER_FRAME },
  ]
}
