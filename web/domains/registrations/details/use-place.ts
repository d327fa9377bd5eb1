import { useState } from 'react'
import { formatDate } from '#contract/dates.ts'
import type { RegistrationDetails } from '#contract/registrations/registrations.details.ts'
import {
  PLACE_LABELS,
  type PlaceChange,
  type PlaceField,
  placeEndpoints,
} from '#contract/registrations/registrations.place.ts'
import { useCall } from '#web/api/queries.ts'
import { refuseAction } from '#web/api/refuse-action.tsx'
import { refreshRegistrations } from '#web/domains/registrations/registration-cache.ts'
import { notify } from '#web/shell/notify.tsx'

type Change = Omit<PlaceChange, 'version'>

const valueText = (value: Change[PlaceField]) => {
  if (typeof value === 'boolean') return value ? 'ja' : 'nein'
  return value ? formatDate(value) : 'entfernt'
}

/** Changes of the place, each with its way back; what somebody else entered meanwhile is told and shown. */
export const usePlace = (details: RegistrationDetails) => {
  const { id, version } = details
  const [errors, setErrors] = useState<Record<string, string>>({})
  const call = useCall(placeEndpoints.change, {
    onFieldErrors: setErrors,
    onFailure: async (failure) => {
      void refreshRegistrations()
      await refuseAction(failure, 'Die Angabe konnte nicht gespeichert werden.')
    },
  })
  const send = async (change: Change, base: number) => {
    setErrors({})
    const reply = await call.run({ params: { id }, body: { ...change, version: base } })
    if (reply) await refreshRegistrations()
    return reply
  }
  return {
    errors,
    isRunning: call.isRunning,
    /** Answers whether it was taken. */
    save: async (change: Change) => {
      const fields = Object.keys(change) as PlaceField[]
      const before = Object.fromEntries(fields.map((field) => [field, details[field]]))
      const reply = await send(change, version)
      if (!reply) return false
      notify(`${fields.map((field) => `${PLACE_LABELS[field]}: ${valueText(change[field])}`).join(', ')}.`, {
        about: `place ${id}`,
        undo: () => void send(before, reply.version),
      })
      return true
    },
  }
}
