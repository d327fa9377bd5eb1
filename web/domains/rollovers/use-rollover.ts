import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type RolloverReport, rolloverEndpoints } from '#contract/rollovers.ts'
import type { ApiFailure } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { randomKey } from '#web/api/random-key.ts'
import { useKeptInput } from '#web/shell/use-kept-input.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { reportChanges } from './rollover-changes.ts'
import { type Choices, hasChoices, NO_CHOICES } from './rollover-plan.ts'
import { rehearsalQuery } from './rollover-query.ts'

interface Years {
  from_year_id: number
  to_year_id: number
}

interface Kept extends Years {
  choices: Choices
}

const isFor = (kept: Kept | undefined, years: Years) =>
  kept?.from_year_id === years.from_year_id && kept.to_year_id === years.to_year_id

const LEAVING = {
  title: 'Planung verwerfen?',
  message: 'Ihre Entscheidungen zum Schuljahreswechsel sind noch nicht durchgeführt und gehen verloren.',
  accept: 'Verwerfen',
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
  /** The first step asks nothing yet. */
  isRehearsing: boolean
  onDone: (done: { id: number | null; message: string }) => void
}

/** The plan of a year change, its rehearsal and its commit (domain §3.4); it lives as long as the page. */
export const useRollover = ({ years, isRehearsing, onDone }: RolloverWish) => {
  const { kept, remember } = useKeptInput<Kept>()
  const [choices, setChoices] = useState(isFor(kept, years) && kept ? kept.choices : NO_CHOICES)
  const [before, setBefore] = useState<Choices[]>([])
  const [changes, setChanges] = useState<string[]>()
  const [key, setKey] = useState(randomKey)
  const plan = { ...years, ...choices }
  const rehearsal = useRehearsal(plan, isRehearsing)
  const { report } = rehearsal
  const isDirty = hasChoices(choices)
  useUnsavedChanges(isDirty, LEAVING)
  useEffect(() => remember(isDirty ? { ...years, choices } : undefined))

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
    const body = { ...plan, fingerprint: report.fingerprint }
    const reply = await commit.run({ body, idempotencyKey: key })
    if (!reply) return
    setChoices(NO_CHOICES)
    setBefore([])
    setKey(randomKey())
    // Classes, lists and numbers of the whole product are others now.
    void queryClient.invalidateQueries()
    onDone({ id: reply.id, message: reply.message })
  }
  return {
    choices,
    ...rehearsal,
    changes,
    choose: (next: Choices) => {
      setBefore([...before, choices])
      setChanges(undefined)
      setChoices(next)
    },
    /** Takes the newest choice back, the way out when it was refused. */
    stepBack:
      before.length > 0
        ? () => {
            setChoices(before.at(-1) ?? NO_CHOICES)
            setBefore(before.slice(0, -1))
          }
        : undefined,
    isRunning: commit.isRunning,
    run,
  }
}

export type Rollover = ReturnType<typeof useRollover>
