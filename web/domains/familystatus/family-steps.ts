import { formatDate } from '#contract/dates.ts'
import type { FamilyStage, FamilyStatus } from '#contract/registrations/registrations.family.ts'

export interface FamilyStep {
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

const isDecided = (stage: FamilyStage): stage is Decided => stage in DECISIONS

/** The way of an application from top to bottom, and where it is. */
export const familySteps = (status: FamilyStatus): FamilyStep[] => {
  const { stage, received_on, mail_confirmed_on, withdrawn_on } = status
  const begun: FamilyStep[] = [
    { label: `Eingegangen am ${formatDate(received_on)}`, state: 'done' },
    { label: `E-Mail-Adresse bestätigt am ${formatDate(mail_confirmed_on)}`, state: 'done' },
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
