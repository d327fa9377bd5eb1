import { useEffect, useState } from 'react'
import { type KeptPlan, ROLLOVER_TEXTS, rolloverEndpoints } from '#contract/rollovers/rollovers.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { explainFailure, isOtherSchool } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type Choices, choicesOf, hasChoices, NO_CHOICES } from './rollover-plan.ts'
import { keptPlanQuery } from './rollover-query.ts'

export type PlanStamp = Pick<KeptPlan, 'version' | 'saved_at' | 'saved_by'>

/** A plan that is not ours is kept by now; null: none is kept any more. */
export type OtherPlan = PlanStamp | null

const SAVE_DELAY_MS = 800
const RETRY_DELAY_MS = 15_000

const otherPlanIn = ({ status, message, body }: ApiFailure): OtherPlan | undefined => {
  if (status !== 409) return undefined
  if (message === ROLLOVER_TEXTS.planGone) return null
  return message === ROLLOVER_TEXTS.planChanged ? (body as PlanStamp) : undefined
}

interface Saving {
  years: { from_year_id: number; to_year_id: number }
  kept: { stamp: PlanStamp | null; choices: Choices; dropped: number }
  choices: Choices
  /** While it is carried out. */
  isPaused: boolean
  /** The plan is another one now, not by a choice. */
  onTaken: (choices: Choices) => void
}

/** Keeps the plan on the server as it is being made; what somebody else saved is never overwritten unasked. */
export const usePlanSaving = ({ years, kept, choices, isPaused, onTaken }: Saving) => {
  const me = useSignedIn()?.user.name ?? null
  const [saved, setSaved] = useState(kept.choices)
  const [stamp, setStamp] = useState(kept.stamp)
  const [dropped, setDropped] = useState(kept.dropped)
  const [hasFailed, setFailed] = useState(false)
  const [other, setOther] = useState<OtherPlan>()
  const isUnsaved = choices !== saved && (stamp !== null || hasChoices(choices))

  const settle = (next: { choices: Choices; stamp: PlanStamp | null }) => {
    setSaved(next.choices)
    setStamp(next.stamp)
    setOther(undefined)
    setFailed(false)
  }
  const refuse = async (failure: ApiFailure) => {
    const found = otherPlanIn(failure)
    if (found !== undefined) return setOther(found)
    setFailed(true)
    if (isOtherSchool(failure)) await explainFailure(failure)
  }
  const saving = useCall(rolloverEndpoints.savePlan, { onFailure: refuse, onFieldErrors: () => setFailed(true) })
  const discarding = useCall(rolloverEndpoints.discardPlan, { onFailure: refuse })
  const save = async (version = stamp?.version) => {
    const reply = await saving.run({ body: { plan: { ...years, ...choices }, version } })
    if (reply) settle({ choices, stamp: { ...reply, saved_by: me } })
  }
  const take = (next: KeptPlan | null) => {
    const taken = choicesOf(next)
    settle({ choices: taken, stamp: next })
    setDropped(next?.dropped ?? 0)
    onTaken(taken)
  }
  const forget = () => {
    settle({ choices: NO_CHOICES, stamp: null })
    setDropped(0)
    onTaken(NO_CHOICES)
  }

  const isWaiting = isUnsaved && other === undefined && !isPaused && !saving.isRunning && !discarding.isRunning
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => void save(), hasFailed ? RETRY_DELAY_MS : SAVE_DELAY_MS)
    return () => clearTimeout(timer)
  })

  return {
    stamp,
    dropped,
    isUnsaved,
    isSaving: saving.isRunning,
    hasFailed,
    /** Undefined: ours is the one that is kept. */
    other,
    saveNow: () => save(),
    overwrite: () => save(other?.version),
    takeOther: () =>
      queryClient
        .fetchQuery({ ...keptPlanQuery(years.to_year_id), staleTime: 0 })
        .then(({ kept: found }) => take(found), explainFailure),
    /** It was carried out, and is kept no longer. */
    forget,
    discard: async () => {
      if (!stamp) return forget()
      const query = { to_year_id: years.to_year_id, version: stamp.version }
      if (await discarding.run({ query })) forget()
    },
  }
}
export type PlanSaving = ReturnType<typeof usePlanSaving>
