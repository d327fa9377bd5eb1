import { useEffect, useRef, useState } from 'react'
import { gradeUsers, type Schoolgrade, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { valuesOf } from './grade-form.ts'
import { type GradeList, missingNumbers, schoolgradeListQuery, usualGrade } from './schoolgrade-list.ts'
import type { GradeTyped } from './use-grade-row.ts'

export const ADD_BUTTON = 'add-schoolgrade'

const QUESTION = 'Ihre Änderungen in der Zeile, die Sie gerade bearbeiten, sind noch nicht gespeichert.'

const buttonId = (id: number) => `edit-schoolgrade-${id}`

type Editing = number | 'new' | undefined

const editingOf = (typed: GradeTyped | undefined): Editing => typed && (typed.id ?? 'new')

/** Which row is a form right now, and what was typed into it when a session ended. */
export const useGradeRows = (list: GradeList | undefined) => {
  const place = useKeptInput<GradeTyped>()
  const typed = useRef<{ now?: GradeTyped | undefined; kept: GradeTyped | undefined }>({ kept: place.kept })
  const [editing, setEditing] = useState(editingOf(place.kept))
  const next = useRef<string>(undefined)
  useEffect(() => {
    if (next.current === undefined) return
    const target = document.getElementById(next.current)
    next.current = undefined
    if (target) target.focus()
    else focusTitle()
  })
  const remove = useCall(schoolgradeEndpoints.remove)

  const remember = (input: GradeTyped | undefined) => {
    typed.current.now = input
    place.remember(input)
  }
  const turnTo = async (row: Editing) => {
    if (typed.current.now && !(await askToDiscard(QUESTION))) return
    typed.current.kept = undefined
    remember(undefined)
    setEditing(row)
  }
  const newTyped = (): GradeTyped => {
    const missing = list ? missingNumbers(list)[0] : undefined
    const before = valuesOf(usualGrade(missing ?? 0, list?.schoolgrades ?? [], list?.grade_min ?? 0))
    const values = missing === undefined ? { ...before, grade: '', name: '' } : before
    return { id: undefined, version: undefined, before: values, values }
  }
  return {
    editing,
    buttonId,
    remember,
    typedOf: (grade?: Schoolgrade): GradeTyped => {
      const { kept } = typed.current
      if (kept && kept.id === grade?.id) return kept
      if (!grade) return newTyped()
      const values = valuesOf(grade)
      return { id: grade.id, version: grade.version, before: values, values }
    },
    add: () => turnTo('new'),
    edit: (grade: Schoolgrade) => turnTo(grade.id),
    close: () => {
      next.current = typeof editing === 'number' ? buttonId(editing) : ADD_BUTTON
      typed.current.kept = undefined
      remember(undefined)
      setEditing(undefined)
    },
    remove: async ({ id, name, usage }: Schoolgrade) => {
      // The server says what uses it; only what can be deleted is asked.
      const isUsed = gradeUsers(usage).length > 0
      const question = {
        title: `${name} löschen`,
        message: 'Die Klassenstufe und ihre Plätze werden gelöscht.',
        accept: 'Klassenstufe löschen',
        type: 'negative',
      } as const
      if (!isUsed && !(await confirmDialog(question))) return
      const reply = await remove.run({ params: { id } })
      if (!reply) return
      await queryClient.fetchQuery({ ...schoolgradeListQuery, staleTime: 0 }).catch(() => undefined)
      focusTitle()
      notify(reply.message)
    },
  }
}

export type GradeRows = ReturnType<typeof useGradeRows>
