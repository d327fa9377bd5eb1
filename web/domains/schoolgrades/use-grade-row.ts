import { useEffect, useState } from 'react'
import { NewSchoolgradeForm, SchoolgradeChange, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useStaleForm } from '#web/forms/use-stale-form.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { changesOf, type GradeValues, newGradeOf, valuesOf } from './grade-form.ts'
import { schoolgradeListQuery } from './schoolgrade-list.ts'

/** What the changes of a row are counted from; `id` missing: a new grade. */
interface GradeBase {
  id: number | undefined
  version: number | undefined
  before: GradeValues
}

/** What is typed into a row. */
export interface GradeTyped extends GradeBase {
  values: GradeValues
}

interface GradeRowProps {
  typed: GradeTyped
  remember: (typed: GradeTyped | undefined) => void
  onClose: () => void
}

const loadAnew = async ({ id }: GradeBase): Promise<GradeBase | undefined> => {
  const { schoolgrades } = await queryClient.fetchQuery({ ...schoolgradeListQuery, staleTime: 0 })
  const stored = schoolgrades.find((grade) => grade.id === id)
  return stored && { id, version: stored.version, before: valuesOf(stored) }
}

const checkedNew = schemaErrors(NewSchoolgradeForm)
const checkedChange = schemaErrors(SchoolgradeChange)

/** A grade being added or changed in its row; compared when somebody else was faster (ux §2). */
export const useGradeRow = ({ typed: initial, remember, onClose }: GradeRowProps) => {
  const [values, setValues] = useState(initial.values)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [idempotencyKey] = useState(randomKey)
  const stale = useStaleForm<GradeBase, GradeValues>({
    loaded: initial,
    valuesOf: ({ before }) => before,
    changed: (now, then) => Object.keys(changesOf(now, then)),
    loadAnew,
  })
  const { base, before, conflict } = stale
  const { id, version } = base
  const changes = changesOf(values, before)
  const isDirty = stale.isDirtyWith(values)
  useUnsavedChanges(isDirty)
  useEffect(() => remember(isDirty ? { id, version, before, values } : undefined))

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const invalidates = [schoolgradeEndpoints.list]
  const add = useCall(schoolgradeEndpoints.add, { invalidates, onFieldErrors: refuse })
  const change = useCall(schoolgradeEndpoints.change, {
    invalidates,
    onFieldErrors: refuse,
    onFailure: (failure) => stale.compareAfter(failure, { values, setValues, onSame: onClose }),
  })

  const send = () => {
    if (id === undefined) return add.run({ body: NewSchoolgradeForm.parse(newGradeOf(values)), idempotencyKey })
    return change.run({ params: { id }, body: { ...changes, ...(version ? { version } : {}) } })
  }
  const save = async () => {
    if (id !== undefined && !isDirty) return onClose()
    const found = id === undefined ? checkedNew(newGradeOf(values)) : checkedChange(changes)
    setErrors({})
    if (Object.keys(found).length > 0) return refuse(found)
    stale.endConflict()
    const reply = await send()
    if (!reply) return
    onClose()
    notify(reply.message)
  }
  return {
    id,
    before,
    values,
    errors,
    attempt,
    conflict,
    changedKeys: Object.keys(changes),
    isDirty,
    isRunning: add.isRunning || change.isRunning,
    set: (part: Partial<GradeValues>) => {
      setValues({ ...values, ...part } as GradeValues)
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !(key in part))))
    },
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      stale.endConflict()
      setValues(before)
    },
  }
}
