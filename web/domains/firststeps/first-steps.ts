import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { FIRST_STEPS, type FirstStep, firstStepEndpoints } from '#contract/firststeps/firststeps.ts'
import type { Permission } from '#contract/permissions.ts'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import type { Reply } from '#web/api/client.ts'
import { queryFor } from '#web/api/queries.ts'
import { paths } from '#web/paths.ts'
import { MAIL_TEST } from '#web/shell/frame-dialogs.ts'

export const firstStepsQuery = queryFor(firstStepEndpoints.list, {}, { quiet: true })

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
}

const OPERATOR = 'Ihr Betreiber'

const STEP_TEXTS: Record<FirstStep, StepText> = {
  mail: {
    title: 'Mailserver prüfen',
    text: 'Ohne ihn kommen keine Bestätigungen, Bescheide und Einladungen an. Eine Testmail zeigt, ob alles stimmt.',
    permission: 'manage users',
    to: MAIL_TEST,
    doer: 'debug view',
    doneBy: OPERATOR,
  },
  holidays: {
    title: 'Ferien eintragen',
    text: 'Ohne sie lassen sich Schultage und Fehltage nicht zählen. Für manche Länder kennt das Programm sie schon.',
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
  colleagues: {
    title: 'Kolleginnen und Kollegen einladen',
    text: 'Jede Person bekommt ein eigenes Konto mit ihrer Rolle.',
    permission: 'manage users',
    to: paths.users,
  },
  processors: {
    title: 'Datenschutz vorbereiten',
    text: 'Wer den Server betreibt, wird eingetragen, und die Datenschutzhinweise sind gelesen, bevor die erste Familie sie liest.',
    permission: 'export personal data',
    to: paths.processors,
    doer: 'view pupil sensitive',
    doneBy: 'die Schulleitung',
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
  backup: {
    title: 'Nächtliche Sicherung einrichten',
    text: 'Geht der Datenträger kaputt, sind ohne Sicherung alle Daten verloren. Wie es geht, steht in docs/operations.md unter „Backup“.',
    permission: 'manage users',
    to: paths.systemState,
    doer: 'debug view',
    doneBy: OPERATOR,
  },
}

type Steps = Reply<typeof firstStepEndpoints.list>

export interface ShownStep
  extends Pick<StepText, 'title' | 'text' | 'to' | 'doneBy'>,
    Pick<Steps[number], 'step' | 'count' | 'last_on' | 'open_year'> {
  isDone: boolean
}

interface Viewer {
  may: (permission: Permission) => boolean
  /** A school without applications shows nobody its form. */
  takesApplications: boolean
}

/** The steps that concern this person, in their order. */
export const shownSteps = (steps: Steps, { may, takesApplications }: Viewer): ShownStep[] =>
  FIRST_STEPS.flatMap((step) => {
    const found = steps.find((one) => one.step === step)
    const { title, text, permission, to, doer = permission, doneBy } = STEP_TEXTS[step]
    if (!found || !may(permission) || (step === 'form' && !takesApplications)) return []
    const isDoer = may(doer)
    return [
      {
        ...found,
        title,
        isDone: found.is_done,
        text,
        ...(isDoer && to ? { to } : {}),
        ...(!isDoer && doneBy ? { doneBy } : {}),
      },
    ]
  })

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
