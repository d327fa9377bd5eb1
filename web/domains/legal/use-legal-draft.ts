import { useEffect, useState } from 'react'
import { LegalForm } from '#contract/legal/legal.form.ts'
import { type LegalKey, type LegalText, legalEndpoints } from '#contract/legal/legal.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { conflictText } from '#web/api/conflict-text.ts'
import { explainFailure } from '#web/api/errors.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useKeptInput } from '#web/forms/use-kept-input.ts'
import type { NoticeOptions } from '#web/shell/notice-options.ts'
import { notify } from '#web/shell/notify.tsx'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { focusField, focusTitle } from '#web/ui/focus-field.ts'
import { schemaErrors } from '#web/ui/form-errors.ts'

export const legalQuery = (key: LegalKey) => queryFor(legalEndpoints.find, { params: { key } }, { quiet: true })

export const versionsQuery = (key: LegalKey) => queryFor(legalEndpoints.versions, { params: { key } }, { quiet: true })

/** The field's name and id. */
export const LEGAL_FIELD = 'body_markdown'

interface Conflict {
  text: string
  theirs: LegalText
}

const checked = schemaErrors(LegalForm)

/** What is being written over the version that was read: undefined while nobody writes. */
interface Draft {
  base: LegalText
  typed: string
}

/** A legal text being changed; a version that somebody else published meanwhile is shown first (ux §2). */
export const useLegalDraft = (stored: LegalText, showVersions: () => void) => {
  const { key } = stored
  const { kept, remember } = useKeptInput<Draft>()
  const [draft, setDraft] = useState(kept)
  const [conflict, setConflict] = useState<Conflict>()
  const [error, setError] = useState<string>()
  const isDirty = draft !== undefined && draft.typed !== draft.base.body_markdown
  useEffect(() => remember(isDirty ? draft : undefined))

  const showConflict = async (failure: ApiFailure) => {
    if (failure.status !== 409) return explainFailure(failure)
    const theirs = await queryClient.fetchQuery({ ...legalQuery(key), staleTime: 0 }).catch(() => undefined)
    return theirs ? setConflict({ text: conflictText(failure), theirs }) : explainFailure(failure)
  }
  const save = useCall(legalEndpoints.save, {
    invalidates: [legalEndpoints.versions],
    onFailure: showConflict,
    onFieldErrors: (errors) => setError(errors[LEGAL_FIELD]),
  })
  useUnsavedChanges(isDirty)

  const close = () => {
    setDraft(undefined)
    setConflict(undefined)
    setError(undefined)
  }
  const leave = async (message: string, options: NoticeOptions = {}) => {
    close()
    // The button that was pressed goes with the form.
    focusTitle()
    notify(message, options)
  }
  const send = async ({ base, typed }: Draft) => {
    const body = { body_markdown: typed, version_number: base.version_number }
    const refused = checked(body)[LEGAL_FIELD]
    setError(refused)
    if (refused) return focusField(LEGAL_FIELD)
    const reply = await save.run({ params: { key }, body })
    if (!reply) return
    await queryClient.fetchQuery({ ...legalQuery(key), staleTime: 0 }).catch(() => undefined)
    // Strg+S publishes, too: the version before is one press away.
    await leave(reply.message, { action: { text: 'Fassungen ansehen', run: showVersions } })
  }
  return {
    draft,
    isDirty,
    error,
    conflict,
    isRunning: save.isRunning,
    edit: (typed = stored.body_markdown) => setDraft({ base: stored, typed }),
    type: (typed: string) => draft && setDraft({ ...draft, typed }),
    close,
    send: async () => {
      if (!draft || conflict) return
      await (isDirty ? send(draft) : leave('Es war nichts geändert.'))
    },
    keepMine: async () => {
      if (!draft || !conflict) return
      const mine = { base: conflict.theirs, typed: draft.typed }
      setDraft(mine)
      setConflict(undefined)
      await send(mine)
    },
    takeTheirs: () => {
      if (conflict) setDraft({ base: conflict.theirs, typed: conflict.theirs.body_markdown })
      setConflict(undefined)
    },
  }
}

export type LegalDraft = ReturnType<typeof useLegalDraft>
