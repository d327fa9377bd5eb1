import { ageOn } from '#contract/dates.ts'

/** The consents that families are asked for (domain §1.12), in the order of the page. */
export const CONSENT_PURPOSES = [
  'photo_school_internal',
  'photo_website',
  'photo_press',
  'phone_list',
  'trip_messenger',
  'health_hint',
  'special_needs',
  'parents_informed',
] as const
export type ConsentPurpose = (typeof CONSENT_PURPOSES)[number]

/** The version of the wordings below, stored with each decision; a changed wording needs a new version. */
export const CONSENT_TEXT_VERSION = '2026-11'

interface ConsentText {
  label: string
  /** The wording that people agree to. */
  text: string
}

export const CONSENT_TEXTS: Record<ConsentPurpose, ConsentText> = {
  photo_school_internal: {
    label: 'Fotos in der Schule',
    text: 'Die Schule darf Fotos, auf denen mein Kind zu erkennen ist, innerhalb der Schule aushängen und verwenden.',
  },
  photo_website: {
    label: 'Fotos auf der Internetseite',
    text: 'Die Schule darf Fotos, auf denen mein Kind zu erkennen ist, ohne Namen auf ihrer Internetseite zeigen.',
  },
  photo_press: {
    label: 'Fotos in der Presse',
    text: 'Die Schule darf Fotos, auf denen mein Kind zu erkennen ist, ohne Namen an die örtliche Presse geben.',
  },
  phone_list: {
    label: 'Telefonliste der Klasse',
    text: 'Name meines Kindes und unsere Telefonnummer dürfen auf einer Liste stehen, die die Familien der Klasse bekommen.',
  },
  trip_messenger: {
    label: 'Messenger bei Ausflügen',
    text: 'Bei Ausflügen und Klassenfahrten darf die Lehrkraft mich über einen Messenger-Dienst benachrichtigen.',
  },
  health_hint: {
    label: 'Gesundheitlicher Hinweis für den Notfall',
    text: 'Die Schule darf speichern, was sie im Notfall über die Gesundheit meines Kindes wissen muss.',
  },
  special_needs: {
    label: 'Sonderpädagogischer Förderbedarf',
    text: 'Die Schule darf den festgestellten Förderbedarf meines Kindes speichern, um die Förderung zu planen.',
  },
  parents_informed: {
    label: 'Auskunft an die Eltern nach dem 18. Geburtstag',
    text: 'Die Schule darf meine Eltern auch nach meinem 18. Geburtstag informieren. Sie behalten den Elternlink und bekommen weiter Briefe und E-Mails zu Abwesenheiten.',
  },
}

/**
 * Asking for these consents already reveals that there is something to know, so only viewers of class D see them
 * (domain §1.0).
 */
export const CLASS_D_PURPOSES: readonly ConsentPurpose[] = ['health_hint', 'special_needs']
export const isClassDPurpose = (purpose: ConsentPurpose) => CLASS_D_PURPOSES.includes(purpose)

export const CONSENT_DECISIONS = ['granted', 'refused'] as const
export type ConsentDecision = (typeof CONSENT_DECISIONS)[number]
export const CONSENT_METHODS = ['paper', 'online'] as const

/** Incomplete: somebody agreed and nobody objected, but not everybody who must decide has done so. */
export const CONSENT_STATES = ['unasked', 'incomplete', 'granted', 'refused', 'withdrawn'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]
export const CONSENT_STATE_LABELS: Record<ConsentState, string> = {
  unasked: 'nicht gefragt',
  incomplete: 'unvollständig',
  granted: 'erteilt',
  refused: 'abgelehnt',
  withdrawn: 'widerrufen',
}

/**
 * Whether the pupil decides: not at all, together with the custodians from 14 on, alone from 18 on (domain §1.12,
 * §5.5).
 */
export type PupilVoice = 'none' | 'too' | 'alone'
export const pupilVoice = (birthdate: string, day: string): PupilVoice => {
  const age = ageOn(birthdate, day)
  if (age >= 18) return 'alone'
  return age >= 14 ? 'too' : 'none'
}

/** From this age on it can be said in advance what holds from the 18th birthday on. */
const PARENTS_ASKED_FROM = 17

/**
 * Whether this consent is asked for at that age: whether parents are informed after the 18th birthday is a question for
 * those who are nearly 18 (domain §5.5).
 */
export const isAskedFor = (purpose: ConsentPurpose, birthdate: string, day: string) =>
  purpose !== 'parents_informed' || ageOn(birthdate, day) >= PARENTS_ASKED_FROM

interface Decided {
  decision: ConsentDecision
  given_by_guardian_ids: readonly number[]
  pupil_decision: ConsentDecision | null
  withdrawn_at: string | null
}

/** The people whose decisions count. */
export interface Deciders {
  custodianIds: readonly number[]
  voice: PupilVoice
}

/** The people who decide about one purpose: whether parents are informed later is the pupil's decision alone. */
export const decidersFor = (purpose: ConsentPurpose, deciders: Deciders): Deciders =>
  purpose === 'parents_informed' ? { custodianIds: [], voice: 'alone' } : deciders

/** Whether a record grants something that can be withdrawn. */
export const isGrant = ({ decision, given_by_guardian_ids, pupil_decision, withdrawn_at }: Decided) =>
  withdrawn_at === null &&
  ((decision === 'granted' && given_by_guardian_ids.length > 0) || pupil_decision === 'granted')

/**
 * The last decision of each person who must decide; undefined when there is none. Records run from the oldest to the
 * newest.
 */
const decisionsOf = (records: readonly Decided[], { custodianIds, voice }: Deciders) => {
  const live = records.filter(({ withdrawn_at }) => withdrawn_at === null)
  const ofGuardian = (id: number) => live.findLast((one) => one.given_by_guardian_ids.includes(id))?.decision
  const ofPupil = live.findLast(({ pupil_decision }) => pupil_decision !== null)?.pupil_decision ?? undefined
  return [...(voice === 'alone' ? [] : custodianIds.map(ofGuardian)), ...(voice === 'none' ? [] : [ofPupil])]
}

/**
 * The state of one purpose (domain DP-09): all must agree, one person can refuse or withdraw, and no answer is no
 * consent.
 */
export const consentState = (records: readonly Decided[], deciders: Deciders): ConsentState => {
  if (records.length === 0) return 'unasked'
  const decisions = decisionsOf(records, deciders)
  if (decisions.includes('refused')) return 'refused'
  if (decisions.length > 0 && decisions.every((one) => one === 'granted')) return 'granted'
  if (decisions.includes('granted')) return 'incomplete'
  return records.some(({ withdrawn_at }) => withdrawn_at !== null) ? 'withdrawn' : 'unasked'
}

/** The people who have not decided yet, in the order of `custodianIds`; `pupil` for the child. */
export const undecided = (records: readonly Decided[], deciders: Deciders): (number | 'pupil')[] => {
  const everyone = [
    ...(deciders.voice === 'alone' ? [] : deciders.custodianIds),
    ...(deciders.voice === 'none' ? [] : (['pupil'] as const)),
  ]
  const decisions = decisionsOf(records, deciders)
  return everyone.filter((_, index) => decisions[index] === undefined)
}

/**
 * Whether data entered on a consent may still be used: everybody who has custody today agrees, from 18 on the pupil
 * (domain §5.3). A child who turned 14 since then is to be heard (§5.5), but the data may be used until it was.
 */
export const stillHolds = (records: readonly Decided[], deciders: Deciders) =>
  consentState(records, deciders) === 'granted' ||
  (deciders.voice === 'too' &&
    consentState(records, deciders) === 'incomplete' &&
    undecided(records, deciders).every((who) => who === 'pupil'))
