import type { FamilyStatus } from '#contract/registrations/registrations.family.ts'
import classes from './FamilyStatus.module.css'
import { type FamilyStep, familySteps } from './family-steps.ts'

const STATE_WORDS: Record<FamilyStep['state'], string> = {
  done: 'erledigt',
  now: 'jetzt',
  open: 'noch offen',
  ended: 'beendet',
}

const SIGNS: Record<FamilyStep['state'], string> = {
  done: 'M6 12.5l4 4 8-9',
  now: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8',
  open: '',
  ended: 'M7 12h10',
}

const StepSign = ({ state }: Pick<FamilyStep, 'state'>) => (
  <svg className={classes.sign} viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10.5" />
    {SIGNS[state] && <path d={SIGNS[state]} />}
  </svg>
)

/** The way of the application, each step in words and with a sign. */
export const FamilyStepsCard = ({ status }: { status: FamilyStatus }) => (
  <ol className={classes.steps}>
    {familySteps(status).map(({ label, state }) => (
      <li
        key={label}
        className={`${classes.step} ${classes[state]}`}
        aria-current={state === 'now' || state === 'ended' ? 'step' : undefined}
      >
        <StepSign state={state} />
        <span className={classes.stepText}>
          <span className={classes.stepLabel}>{label}</span>{' '}
          <span className={classes.stepState}>{STATE_WORDS[state]}</span>
        </span>
      </li>
    ))}
  </ol>
)
