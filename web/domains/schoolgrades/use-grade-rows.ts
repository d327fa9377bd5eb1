import { useEffect, useRef, useState } from 'react'
import { gradeUsers, type Schoolgrade, schoolgradeEndpoints } from '#contract/schoolgrades/schoolgrades.ts'
import { useCall } from '#web/api/queries.ts'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { askToDiscard } from '#web/shell/ask-to-discard.ts'
import { confirmDialog } from '#web/shell/dialogs.tsx'
import { notify } from '#web/shell/notify.tsx'
import { focusTitle } from '#web/ui/focus-field.ts'
import { loadGradesAnew } from './schoolgrade-list.ts'

export const ADD_BUTTON = 'add-schoolgrade'

const QUESTION = 'Ihre Änderungen in der Zeile, die Sie gerade bearbeiten, sind noch nicht gespeichert.'

const buttonId = (id: number) => `edit-schoolgrade-${id}`

type GradeTyped = TypedInput<Schoolgrade>
type Editing = number | 'new' | undefined

const editingOf = (typed: GradeTyped | undefined): Editing => typed && (typed.base?.id ?? 'new')

/** Which row is a form right now, and what was typed into it when a session ended. */
export const useGradeRows = () => {
  const place = usePreservedInput<GradeTyped>()
  const typed = useRef<{ now?: GradeTyped | undefined; preserved: GradeTyped | undefined }>({
    preserved: place.preserved,
  })
  const [editing, setEditing] = useState(editingOf(place.preserved))
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
    typed.current.preserved = undefined
    remember(undefined)
    setEditing(row)
  }
  return {
    editing,
    buttonId,
    remember,
    /** What was being typed into this row; undefined stands for the new one. */
    preservedFor: (grade?: Schoolgrade) => {
      const { preserved } = typed.current
      return preserved && preserved.base?.id === grade?.id ? preserved : undefined
    },
    add: () => turnTo('new'),
    edit: (grade: Schoolgrade) => turnTo(grade.id),
    close: () => {
      next.current = typeof editing === 'number' ? buttonId(editing) : ADD_BUTTON
      typed.current.preserved = undefined
      remember(undefined)
      setEditing(undefined)
    },
    remove: async (grade: Schoolgrade) => {
      const { id, name, active } = grade
      const users = gradeUsers(grade.usage).join(', ')
      if (users) {
        const isWanted = await confirmDialog({
          title: `${name} wird noch verwendet`,
          message: `Wird von ${users} verwendet. ${active ? 'Sie können sie stattdessen auf „nicht aktiv“ setzen.' : 'Sie ist schon nicht aktiv.'}`,
          accept: 'Stufe bearbeiten',
        })
        if (isWanted) await turnTo(id)
        return
      }
      const isSure = await confirmDialog({
        title: `${name} löschen`,
        message: 'Die Klassenstufe und ihre Plätze werden gelöscht.',
        accept: 'Klassenstufe löschen',
        type: 'negative',
      })
      if (!isSure) return
      const reply = await remove.run({ params: { id } })
      if (!reply) return
      await loadGradesAnew().catch(() => undefined)
      focusTitle()
      notify(reply.message)
    },
  }
}

export type GradeRows = ReturnType<typeof useGradeRows>
