import { formatDate } from '#contract/dates.ts'
import type { FamilyStage, FamilyStatus } from '#contract/registrations/registrations.family.ts'
import classes from './FamilyStatus.module.css'

interface FamilyStep {
  label: string
  /** `ended`: nothing comes after it. */
  state: 'done' | 'now' | 'open' | 'ended'
}

type Decided = Extract<FamilyStage, 'waiting' | 'accepted' | 'rejected'>

const DECISIONS: Record<Decided, FamilyStep> = {
  waiting: { label: 'Warteliste', state: 'now' },
  accepted: { label: 'Platz angeboten', state: 'now' },
  rejected: { label: 'Kein Platz', state: 'ended' },
}

/** An answer that is missing stays open; the text below the steps says what to do. */
const agreementSteps = ({ agreement }: FamilyStatus): FamilyStep[] => {
  if (!agreement) return []
  const whose = agreement.is_own ? 'Ihre Zustimmung' : 'Zustimmung der zweiten sorgeberechtigten Person'
  if (agreement.state !== 'agreed') return [{ label: whose, state: 'open' }]
  return [{ label: `${whose} am ${formatDate(agreement.on ?? '')}`, state: 'done' }]
}

const isDecided = (stage: FamilyStage): stage is Decided => stage in DECISIONS

/** The way of an application from top to bottom, and where it is. */
const familySteps = (status: FamilyStatus): FamilyStep[] => {
  const { stage, received_on, mail_confirmed_on, withdrawn_on } = status
  const begun: FamilyStep[] = [
    { label: `Eingegangen am ${formatDate(received_on)}`, state: 'done' },
    { label: `E-Mail-Adresse bestätigt am ${formatDate(mail_confirmed_on)}`, state: 'done' },
    ...agreementSteps(status),
  ]
  if (stage === 'withdrawn')
    return [...begun, { label: `Zurückgezogen am ${formatDate(withdrawn_on ?? '')}`, state: 'ended' }]
  if (isDecided(stage)) return [...begun, { label: 'Von der Schule bearbeitet', state: 'done' }, DECISIONS[stage]]
  return [
    ...begun,
    stage === 'checking'
      ? { label: 'Wird von der Schule bearbeitet', state: 'now' }
      : { label: 'Liegt der Schule vor', state: 'now' },
    { label: 'Entscheidung', state: 'open' },
  ]
}

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
