import { useEffect, useState } from 'react'
import { ERROR_TEXTS } from '#contract/error-texts.ts'
import {
  NewSchoolgradeForm,
  type Schoolgrade,
  SchoolgradeChange,
  schoolgradeEndpoints,
} from '#contract/schoolgrades.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'
import { changesOf, type GradeValues, newGradeOf, rebased, valuesOf } from './grade-form.ts'
import { schoolgradeListQuery } from './schoolgrade-list.ts'

/** What is typed into a row; `id` missing: a new grade. */
export interface GradeTyped {
  id: number | undefined
  version: number | undefined
  before: GradeValues
  values: GradeValues
}

interface GradeRowProps {
  typed: GradeTyped
  remember: (typed: GradeTyped | undefined) => void
  onClose: () => void
}

const loadAnew = async (id: number): Promise<Schoolgrade | undefined> => {
  const list = await queryClient.fetchQuery({ ...schoolgradeListQuery, staleTime: 0 }).catch(() => undefined)
  return list?.schoolgrades.find((grade) => grade.id === id)
}

const checkedNew = schemaErrors(NewSchoolgradeForm)
const checkedChange = schemaErrors(SchoolgradeChange)

/** A grade being added or changed in its row; compared when somebody else was faster (ux §2). */
export const useGradeRow = ({ typed: initial, remember, onClose }: GradeRowProps) => {
  const [typed, setTyped] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [attempt, setAttempt] = useState(0)
  const [conflict, setConflict] = useState<string>()
  const [idempotencyKey] = useState(randomKey)
  const { id, version, before, values } = typed
  const changes = changesOf(values, before)
  const isDirty = Object.keys(changes).length > 0
  useUnsavedChanges(isDirty)
  useEffect(() => remember(isDirty ? typed : undefined))

  const refuse = (found: Record<string, string>) => {
    setErrors(found)
    setAttempt((count) => count + 1)
  }
  const showConflict = async (failure: ApiFailure) => {
    const stored = id && failure.message === ERROR_TEXTS.stale ? await loadAnew(id) : undefined
    if (!stored) return explainFailure(failure)
    const theirs = valuesOf(stored)
    setTyped({ id, version: stored.version, before: theirs, values: rebased(theirs, { before, values }) })
    setConflict(conflictText(failure))
  }
  const invalidates = [schoolgradeEndpoints.list]
  const add = useCall(schoolgradeEndpoints.add, { invalidates, onFieldErrors: refuse })
  const change = useCall(schoolgradeEndpoints.change, { invalidates, onFieldErrors: refuse, onFailure: showConflict })

  const send = () => {
    if (id === undefined) return add.run({ body: NewSchoolgradeForm.parse(newGradeOf(values)), idempotencyKey })
    return change.run({ params: { id }, body: { ...changes, ...(version ? { version } : {}) } })
  }
  const save = async () => {
    if (id !== undefined && !isDirty) return onClose()
    const found = id === undefined ? checkedNew(newGradeOf(values)) : checkedChange(changes)
    setErrors({})
    if (Object.keys(found).length > 0) return refuse(found)
    setConflict(undefined)
    const reply = await send()
    if (!reply) return
    onClose()
    await notify(reply.message)
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
      setTyped({ ...typed, values: { ...values, ...part } as GradeValues })
      setErrors((all) => Object.fromEntries(Object.entries(all).filter(([key]) => !(key in part))))
    },
    // While both versions are shown only their buttons decide, not Enter in a field.
    submit: () => conflict === undefined && void save(),
    keepMine: () => void save(),
    takeTheirs: () => {
      setConflict(undefined)
      setTyped({ ...typed, values: before })
    },
  }
}
