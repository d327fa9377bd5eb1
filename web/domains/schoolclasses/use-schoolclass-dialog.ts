import { type Schoolclass, schoolclassEndpoints } from '#contract/schoolclasses/schoolclasses.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSendKey } from '#web/api/use-send-key.ts'
import { useRecordDialog } from '#web/forms/use-record-dialog.ts'
import { paths } from '#web/paths.ts'
import { CHANGED_BY_CLASSES } from './changed-by-classes.ts'
import {
  type ClassValues,
  changedFields,
  changedKeys,
  changesOf,
  NewClassFields,
  newClassOf,
  newValues,
  valuesOf,
} from './schoolclass-form.ts'
import { schoolclassQuery } from './schoolclass-queries.ts'

export interface SchoolclassDialogProps {
  /** Missing: a new class. */
  schoolclass?: Schoolclass | undefined
  /** The school year of a new class: the one that is shown. */
  yearId: number | undefined
  /** What was being typed when a session ended. */
  kept?: ClassValues | undefined
  remember: (values: ClassValues | undefined) => void
  onGone: () => void
}

/** What the dialog of a class holds and does: a new class, or the changes of one with the question when it is stale. */
export const useSchoolclassDialog = ({ schoolclass, yearId, ...props }: SchoolclassDialogProps) => {
  const { base, before, refuse, compareAfter, savedBy } = useRecordDialog<Schoolclass, ClassValues>({
    ...props,
    schemaOf: (stored, then) => (stored ? changedFields(then) : NewClassFields),
    loaded: schoolclass,
    valuesOf: (stored) => (stored ? valuesOf(stored) : newValues(yearId)),
    changed: changedKeys,
    loadAnew: ({ id }) => queryClient.fetchQuery({ ...schoolclassQuery(id), staleTime: 0 }),
  })
  const keyFor = useSendKey()
  const calls = { invalidates: CHANGED_BY_CLASSES, onFieldErrors: refuse }
  const add = useCall(schoolclassEndpoints.add, calls)
  const change = useCall(schoolclassEndpoints.change, { ...calls, onFailure: compareAfter })

  const send = async (values: ClassValues) => {
    if (base) {
      const body = { ...changesOf(values, before), version: base.version }
      return change.run({ params: { id: base.id }, body })
    }
    const body = newClassOf(values)
    const reply = await add.run({ body, idempotencyKey: keyFor(body) })
    return reply && { ...reply, link: { text: 'Zur Klasse', to: paths.schoolclass(reply.id) } }
  }
  return savedBy({ send, isRunning: add.isRunning || change.isRunning })
}
