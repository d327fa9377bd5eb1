import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  ROLLOVER_TEXTS,
  type RolloverReport,
  rolloverEndpoints,
  type SavedPlan,
} from '#contract/rollovers/rollovers.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { explainFailure, isOtherSchool } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { type Choices, choicesOf, hasChoices, NO_CHOICES } from './rollover-plan.ts'
import { rehearsalQuery, storedPlanQuery } from './rollover-query.ts'
import { reportChanges } from './rollover-texts.ts'

export type PlanStamp = Pick<SavedPlan, 'version' | 'saved_at' | 'saved_by'>

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
const usePlanSaving = ({ years, kept, choices, isPaused, onTaken }: Saving) => {
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
  const take = (next: SavedPlan | null) => {
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
        .fetchQuery({ ...storedPlanQuery(years.to_year_id), staleTime: 0 })
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

interface Years {
  from_year_id: number
  to_year_id: number
}

/** What a session took with it that was not saved (ux §2). */
interface Typed extends Years {
  choices: Choices
  stamp: PlanStamp | null
}

const isFor = (typed: Typed | undefined, years: Years) =>
  typed?.from_year_id === years.from_year_id && typed.to_year_id === years.to_year_id

const LEAVING = {
  title: 'Seite verlassen?',
  message: 'Ihre letzten Entscheidungen zum Schuljahreswechsel sind noch nicht gespeichert.',
  accept: 'Verlassen',
  dismiss: 'Weiter planen',
}

/** The report of the plan as it stands; while a changed plan is being rehearsed the one before stays. */
const useRehearsal = (plan: Parameters<typeof rehearsalQuery>[0], isWanted: boolean) => {
  const query = useQuery({ ...rehearsalQuery(plan), enabled: isWanted })
  const [last, setLast] = useState<RolloverReport>()
  if (query.data && !query.isPlaceholderData && query.data !== last) setLast(query.data)
  return {
    report: last,
    failure: query.error ?? undefined,
    /** What is shown belongs to the plan as it stands. */
    isCurrent: query.isSuccess && !query.isPlaceholderData && !query.isFetching,
    isPending: isWanted && !last && query.isFetching,
    again: async () => (await query.refetch()).data,
  }
}

interface RolloverWish {
  years: Years
  /** The stored plan as it was loaded. */
  kept: SavedPlan | null
  /** The first step asks nothing yet. */
  isRehearsing: boolean
  onDone: (done: { id: number | null; message: string }) => void
}

/** What is chosen, step by step, so that the newest choice can be taken back. */
const useChoices = (first: Choices) => {
  const [choices, setChoices] = useState(first)
  const [before, setBefore] = useState<Choices[]>([])
  const last = before.at(-1)
  return {
    choices,
    add: (next: Choices) => {
      setBefore([...before, choices])
      setChoices(next)
    },
    replace: (next: Choices) => {
      setBefore([])
      setChoices(next)
    },
    stepBack: last && {
      run: () => {
        setChoices(last)
        setBefore(before.slice(0, -1))
      },
    },
  }
}

/** The plan with its saving; what a session took with it comes back as unsaved. */
const useSavedChoices = ({ years, kept, isPaused }: Pick<RolloverWish, 'years' | 'kept'> & { isPaused: boolean }) => {
  const { preserved: typed, remember } = usePreservedInput<Typed>()
  const [first] = useState(() => {
    const choices = choicesOf(kept)
    const mine = typed && isFor(typed, years) ? typed : undefined
    const saved = { choices, stamp: mine ? mine.stamp : kept, dropped: kept?.dropped ?? 0 }
    return { saved, choices: mine?.choices ?? choices }
  })
  const { choices, add, replace, stepBack } = useChoices(first.choices)
  const saving = usePlanSaving({ years, kept: first.saved, choices, isPaused, onTaken: replace })
  const { isUnsaved, stamp } = saving
  useUnsavedChanges(isUnsaved, LEAVING)
  useEffect(() => remember(isUnsaved ? { ...years, choices, stamp } : undefined))
  return { choices, add, stepBack: stepBack?.run, saving }
}

/** The plan of a year change, its rehearsal and its commit (domain §3.4); it is kept on the server until it is carried out. */
export const useRollover = ({ years, kept, isRehearsing, onDone }: RolloverWish) => {
  const [isRunning, setRunning] = useState(false)
  const { choices, add, stepBack, saving } = useSavedChoices({ years, kept, isPaused: isRunning })
  const [changes, setChanges] = useState<string[]>()
  const [key, setKey] = useState(randomKey)
  const plan = { ...years, ...choices }
  const rehearsal = useRehearsal(plan, isRehearsing)
  const { report } = rehearsal

  const showChanged = async (failure: ApiFailure) => {
    setKey(randomKey())
    if (failure.status !== 409 || !report) return explainFailure(failure)
    const after = await rehearsal.again()
    if (!after || after.fingerprint === report.fingerprint) return explainFailure(failure)
    setChanges(reportChanges(report, after))
  }
  const commit = useCall(rolloverEndpoints.commit, {
    onFailure: showChanged,
    onFieldErrors: () => void rehearsal.again(),
  })
  const run = async () => {
    if (!report) return
    setChanges(undefined)
    setRunning(true)
    const body = { ...plan, fingerprint: report.fingerprint }
    const reply = await commit.run({ body, idempotencyKey: key })
    if (reply) {
      saving.forget()
      setKey(randomKey())
      // Classes, lists and numbers of the whole product are others now.
      void queryClient.invalidateQueries()
      onDone({ id: reply.id, message: reply.message })
    }
    setRunning(false)
  }
  return {
    choices,
    ...rehearsal,
    changes,
    choose: (next: Choices) => {
      setChanges(undefined)
      add(next)
    },
    /** Takes the newest choice back, the way out when it was refused. */
    stepBack,
    saving,
    isRunning,
    run,
  }
}

export type Rollover = ReturnType<typeof useRollover>
