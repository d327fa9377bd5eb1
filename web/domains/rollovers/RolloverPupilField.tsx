import { NativeSelect } from '@mantine/core'
import { fullName } from '#contract/person-names.ts'
import { EXIT_REASON_LABELS } from '#contract/pupils.ts'
import {
  LEAVING_REASONS,
  ROLLOVER_DECISION_LABELS,
  ROLLOVER_DECISIONS,
  type RolloverDecision,
  type RolloverPupil,
  type RolloverReport,
} from '#contract/rollovers.ts'
import classes from './RolloverPupilField.module.css'
import { choiceOf, choosePupil, isFixed, leavingGrades, type PupilChoice, targetsFor } from './rollover-plan.ts'
import { decisionText, destinationText, OPEN_TEXT } from './rollover-texts.ts'
import type { Rollover } from './use-rollover.ts'

interface FieldProps {
  pupil: RolloverPupil
  report: RolloverReport
  rollover: Rollover
}

/** Out of the leaving grade nobody is promoted; whatever else is impossible the rehearsal refuses. */
const decisionsFor = (isLeavingGrade: boolean): readonly RolloverDecision[] =>
  isLeavingGrade ? ['repeat', 'leave'] : ROLLOVER_DECISIONS

/** What becomes of one pupil, and why who leaves does. */
export const RolloverPupilField = ({ pupil, report, rollover }: FieldProps) => {
  if (isFixed(pupil)) return decisionText(pupil)
  const { pupil_id, decision, exit_reason, from_grade } = pupil
  const isLeavingGrade = leavingGrades(report).has(from_grade)
  const name = fullName(pupil)
  const choose = (choice: Omit<PupilChoice, 'pupil_id'>) => {
    const isProposal = choice.decision === (isLeavingGrade ? 'leave' : 'promote')
    const isPlain = choice.exit_reason === undefined || choice.exit_reason === 'graduated'
    const next = isProposal && (!isLeavingGrade || isPlain) ? undefined : { pupil_id, ...choice }
    rollover.choose(choosePupil(rollover.choices, pupil_id, next))
  }
  return (
    <span className={classes.fields}>
      <NativeSelect
        className={classes.decision ?? ''}
        aria-label={`Was geschieht mit ${name}`}
        data={decisionsFor(isLeavingGrade).map((one) => ({ value: one, label: ROLLOVER_DECISION_LABELS[one] }))}
        value={decision}
        onChange={(event) => choose({ decision: event.currentTarget.value as RolloverDecision })}
      />
      {decision === 'leave' && (
        <NativeSelect
          aria-label={`Grund bei ${name}`}
          data={LEAVING_REASONS.map((one) => ({ value: one, label: EXIT_REASON_LABELS[one] }))}
          value={exit_reason ?? 'other'}
          onChange={(event) =>
            choose({ decision, exit_reason: event.currentTarget.value as (typeof LEAVING_REASONS)[number] })
          }
        />
      )}
    </span>
  )
}

const AS_PROPOSED = ''

/** Which class one pupil goes to; first what follows from the class and the decision. */
export const RolloverTargetField = ({ pupil, report, rollover }: FieldProps) => {
  const { pupil_id, decision, to_grade } = pupil
  const choices = targetsFor(report, to_grade)
  if (isFixed(pupil) || decision === 'leave' || to_grade === null) return destinationText(pupil)
  const chosen = choiceOf(rollover.choices, pupil_id)
  const change = (target: string) => {
    const isProposed = target === AS_PROPOSED
    const isPlain = isProposed && decision === 'promote'
    const next = isProposed ? { pupil_id, decision } : { pupil_id, decision, target }
    rollover.choose(choosePupil(rollover.choices, pupil_id, isPlain ? undefined : next))
  }
  return (
    <NativeSelect
      className={classes.target ?? ''}
      aria-label={`Klasse im neuen Schuljahr für ${fullName(pupil)}`}
      data={[
        {
          value: AS_PROPOSED,
          label: chosen?.target ? 'wie vorgesehen' : destinationText(pupil),
        },
        ...choices.map(({ target, label }) => ({ value: target, label: `nach ${label}` })),
        { value: 'open', label: OPEN_TEXT },
      ]}
      value={chosen?.target ?? AS_PROPOSED}
      onChange={(event) => change(event.currentTarget.value)}
    />
  )
}
