import { useEffect, useState } from 'react'
import { useSignedIn } from '#web/api/base-data.ts'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { circularDraft, type Draft } from './circular-draft.ts'

const useOwner = () => {
  const base = useSignedIn()
  return `${base?.user.id} ${base?.user.school_id}`
}

/** What this person had begun to write at this school; undefined: nothing. */
export const useCircularDraft = () => {
  const owner = useOwner()
  const [found] = useState(() => circularDraft.read(owner))
  return { owner, found }
}

/** What the form finds: what was typed when the session ended, or the draft from before. */
export const useFoundInput = () => {
  const { owner, found } = useCircularDraft()
  const place = usePreservedInput<TypedInput<never>>()
  return {
    owner,
    /** The form shows what was written before. */
    isRestored: found !== undefined && !found.isNew,
    isRedirected: found?.isRedirected === true,
    attachments: found?.attachments,
    memory: { ...place, preserved: place.preserved ?? (found && { values: found.values }) },
  }
}

/** Keeps what is typed; undefined: there is nothing to keep. */
export const useStoredDraft = (owner: string, written: Omit<Draft, 'owner'> | undefined) => {
  // Compared as text, because every drawing makes a new object with the same values.
  const text = written && JSON.stringify(written)
  useEffect(() => {
    if (text === undefined) circularDraft.clear()
    else circularDraft.write({ owner, ...JSON.parse(text) })
  }, [owner, text])
}
