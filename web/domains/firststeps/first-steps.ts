import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { counted } from '#contract/counted.ts'
import { FIRST_STEPS, type FirstStep, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import { joinedWords } from '#contract/joined-words.ts'
import type { Permission } from '#contract/permissions.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { MAIL_TEST } from '#web/shell/frame-dialogs.ts'

/** Loaded again on every visit: whoever comes back from a step sees it done. */
export const firstStepsQuery = { ...queryFor(firstStepEndpoints.list, {}, { quiet: true }), staleTime: 0 }

interface StepText {
  title: string
  /** Why, and what to expect there. */
  text: string
  /** Who sees the step. */
  permission: Permission
  /** Where it is done: a page, or the mail test; missing where it is done outside the program. */
  to?: string | typeof MAIL_TEST
  /** Who can do it, if not everybody who sees it. */
  doer?: Permission
  /** Who does it, for those who see it and cannot do it. */
  doneBy?: string
  /** Where those who cannot do it see what came of it. */
  seenAt?: string
}

const OPERATOR = 'Ihr Betreiber'

const STEP_TEXTS: Record<FirstStep, StepText> = {
  holidays: {
    title: 'Ferien eintragen',
    text: 'Ohne sie lassen sich Schultage und Fehltage nicht zählen. Sie tragen sie ein oder lesen sie aus einer Datei.',
    permission: 'manage schoolyear',
    to: paths.schoolyears,
  },
  classes: {
    title: 'Klassen und Plätze festlegen',
    text: 'Klassen für dieses Schuljahr, und wie viele Kinder die Einstiegsstufe aufnimmt. Die Bewerbungen zeigen dann, was noch frei ist.',
    permission: 'manage schoolgrade',
    to: paths.schoolgrades,
  },
  pupils: {
    title: 'Schülerinnen und Schüler importieren',
    text: 'Aus einer Excel- oder CSV-Liste. Sie sehen vorher, was geschieht.',
    permission: 'manage pupil',
    to: paths.pupilImport,
  },
  processors: {
    title: 'Datenschutz vorbereiten',
    text: 'Wer den Server betreibt, wird eingetragen, und die Datenschutzhinweise sind gelesen, bevor die erste Familie sie liest.',
    permission: 'export personal data',
    to: paths.processors,
    doer: 'view pupil sensitive',
    doneBy: 'die Schulleitung',
  },
  colleagues: {
    title: 'Kolleginnen und Kollegen einladen',
    text: 'Jede Person bekommt ein eigenes Konto mit ihrer Rolle.',
    permission: 'manage users',
    to: paths.users,
  },
  imprint: {
    title: 'Impressum ausfüllen',
    text: 'Vertretung und Register fehlen noch. Das Impressum ist öffentlich.',
    permission: 'debug view',
    to: paths.legalNotice,
  },
  form: {
    title: 'Familien den Weg zeigen',
    text: 'Aushang und Link zum Bewerbungsformular stehen zum Drucken und Kopieren bereit. Der Schritt endet mit der ersten Bewerbung.',
    permission: 'manage schoolyear',
    to: paths.formPoster,
  },
  mail: {
    title: 'Mailserver prüfen',
    text: 'Ohne ihn kommen keine Bestätigungen, Bescheide und Einladungen an. Eine Testmail zeigt, ob alles stimmt.',
    permission: 'manage users',
    to: MAIL_TEST,
    doer: 'debug view',
    doneBy: OPERATOR,
    seenAt: paths.outbox,
  },
  backup: {
    title: 'Nächtliche Sicherung einrichten',
    text: 'Geht der Datenträger kaputt, sind ohne Sicherung alle Daten verloren. Das richtet ein, wer das Programm installiert hat.',
    permission: 'manage users',
    to: paths.systemState,
    doer: 'debug view',
    doneBy: OPERATOR,
  },
}

type Steps = Reply<typeof firstStepEndpoints.list>
type Step = Steps[number]

/** Once there are classes, only places are missing. */
const placesWords = ({ missing }: Step) => ({
  title: 'Plätze festlegen',
  text: `Plätze fehlen für ${joinedWords(missing)}. Sind sie eingetragen, zeigen die Bewerbungen, was noch frei ist.`,
})

/** Once employees are entered, one press makes all their accounts. */
const withoutAccountWords = ({ without_account }: Step) => ({
  title: STEP_TEXTS.colleagues.title,
  text: `${counted(without_account, 'Person im Kollegium hat', 'Personen im Kollegium haben')} noch kein Konto. „Kollegium einladen“ legt alle Konten auf einmal an.`,
  to: `${paths.employees}?account=none`,
})

/** An admin cannot prepare data protection; without a head nobody can (domain §4). */
const INVITE_HEAD = {
  title: 'Schulleitung einladen',
  text: 'Ihr Konto ist ein Admin-Konto. Den Datenschutz kann nur ein Konto der Schulleitung vorbereiten. Sind Sie das selbst, laden Sie sich mit einer zweiten E-Mail-Adresse ein.',
  to: `${paths.createUser}?role=schooladmin`,
}

const MOST_NAMES = 2

/** By name where there are few. */
const doneByText = (doers: readonly string[], role: string) =>
  doers.length > 0 && doers.length <= MOST_NAMES ? doers.join(' oder ') : role

export interface ShownStep
  extends Pick<StepText, 'title' | 'text' | 'to' | 'doneBy'>,
    Pick<Step, 'step' | 'count' | 'last_on' | 'open_year'> {
  isDone: boolean
  /** Technicians do it. */
  isTechnical: boolean
}

interface Viewer {
  may: (permission: Permission) => boolean
  /** A school without applications shows nobody its form. */
  takesApplications: boolean
}

type StepWords = Pick<StepText, 'title' | 'text' | 'to' | 'doneBy'>

/** What the step says to those who cannot do it. */
const othersWords = (step: Step, may: Viewer['may']): StepWords => {
  const { title, text, doneBy, seenAt } = STEP_TEXTS[step.step]
  const isDoerMissing = step.step === 'processors' && !step.is_done && step.doers.length === 0
  if (isDoerMissing && may('manage users')) return INVITE_HEAD
  return {
    ...{ title, text },
    ...(doneBy ? { doneBy: doneByText(step.doers, doneBy) } : {}),
    ...(step.is_done && seenAt ? { to: seenAt } : {}),
  }
}

/** What the step says to this person: where they do it themselves, or who does. */
const wordsFor = (step: Step, may: Viewer['may']): StepWords => {
  const { title, text, permission, to, doer = permission } = STEP_TEXTS[step.step]
  if (!may(doer)) return othersWords(step, may)
  const words = step.count && step.missing.length > 0 ? placesWords(step) : { title, text }
  if (step.without_account > 0 && !step.is_done && may('manage employee')) return withoutAccountWords(step)
  return { ...words, ...(to ? { to } : {}) }
}

/** Invitations are mails. */
const WAITS_FOR_MAIL = ' Ohne Mailserver kommen die Einladungen noch nicht an.'

/** Whoever can set up the mail server does it before they invite a head or colleagues. */
const OTHERS: readonly FirstStep[] = FIRST_STEPS.filter((step) => step !== 'mail')
const MAIL_FIRST = OTHERS.toSpliced(OTHERS.indexOf('processors'), 0, 'mail')

/** The steps that concern this person, in their order. */
export const shownSteps = (steps: Steps, { may, takesApplications }: Viewer): ShownStep[] => {
  const isMailOpen = steps.some(({ step, is_done }) => step === 'mail' && !is_done)
  const order = isMailOpen && may('debug view') ? MAIL_FIRST : FIRST_STEPS
  return order.flatMap((step) => {
    const found = steps.find((one) => one.step === step)
    if (!found || !may(STEP_TEXTS[step].permission) || (step === 'form' && !takesApplications)) return []
    const words = wordsFor(found, may)
    const text = step === 'colleagues' && isMailOpen ? `${words.text}${WAITS_FOR_MAIL}` : words.text
    const isTechnical = STEP_TEXTS[step].doneBy === OPERATOR
    return [{ ...found, ...words, text, isDone: found.is_done, isTechnical }]
  })
}

/** The steps of the signed-in person; undefined while they are not known. */
export const useShownSteps = () => {
  const may = useMay()
  const takesApplications = useSignedIn()?.school?.SCHOOL_REGISTRATION_SETTINGS.isActive ?? false
  const { data } = useQuery({ ...firstStepsQuery, enabled: may('manage pupil') })
  return data && shownSteps(data, { may, takesApplications })
}

const NONE: readonly string[] = []

/** Whether the card is put away on this browser, by the person and the school. */
export const useAway = () => {
  const user = useSignedIn()?.user
  const own = `${user?.id} ${user?.school_id}`
  const [away, setAway] = useLocalStorage({
    key: 'schulhof-first-steps-away',
    defaultValue: NONE,
    getInitialValueInEffect: false,
  })
  const set = (isAway: boolean) =>
    setAway((before) => [...before.filter((one) => one !== own), ...(isAway ? [own] : [])])
  return [away.includes(own), set] as const
}
