import { Button, Card, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { type BaseData, type LackedWay, SIGN_IN_TEXTS, wayName } from '#contract/account/account.ts'
import { useSignedIn } from '#web/api/base-data.ts'
import { paths } from '#web/paths.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import dialogs from './shell-dialogs.module.css'

interface AccessStep {
  /** The name of the notice for screen readers. */
  label: string
  /** What the school demands and what that means here. */
  notice: string
  /** What to do now. */
  text: string
  /** Says on a page that is held back when it can be reached. */
  heldBack: string
  link: { text: string; to: string; hash?: string }
}

const UNTIL_THEN = 'sind nur Start und Profil erreichbar.'

const FACTOR_STEP: AccessStep = {
  label: 'Zwei-Faktor-Anmeldung',
  notice: `Ihre Schule verlangt die Zwei-Faktor-Anmeldung. Bis Sie sie einrichten, ${UNTIL_THEN}`,
  heldBack: 'Diese Seite ist erst erreichbar, wenn Sie die Zwei-Faktor-Anmeldung eingerichtet haben.',
  text: 'Richten Sie in Ihrem Profil die Zwei-Faktor-Anmeldung ein. Das dauert etwa zwei Minuten.',
  link: { text: 'Jetzt im Profil einrichten', to: paths.profile, hash: 'zwei-faktor' },
}

const wayStep = ({ provider, has_way }: LackedWay): AccessStep => {
  const demanded = SIGN_IN_TEXTS.demanded(provider)
  const notice = `${demanded} Bis Sie so angemeldet sind, ${UNTIL_THEN}`
  const label = 'Verlangte Anmeldung'
  const heldBack = `Diese Seite ist erst erreichbar, wenn Sie sich ${wayName(provider)} anmelden.`
  if (has_way)
    return {
      ...{ label, notice, heldBack },
      text: provider
        ? `Ihr Konto ist mit ${provider} verbunden. Melden Sie sich ab und über ${provider} wieder an.`
        : 'Melden Sie sich ab und mit Ihrem Passkey oder Ihrem Anmeldedienst wieder an.',
      link: {
        text: provider ? `Abmelden und mit ${provider} anmelden` : 'Abmelden und neu anmelden',
        to: paths.logout,
      },
    }
  return {
    ...{ label, notice, heldBack },
    text: provider
      ? `Verbinden Sie in Ihrem Profil Ihr Konto mit ${provider}. Danach melden Sie sich damit an.`
      : 'Richten Sie in Ihrem Profil einen Passkey ein, oder verbinden Sie dort einen Anmeldedienst. Danach melden Sie sich damit an.',
    link: {
      text: provider ? 'Jetzt im Profil verbinden' : 'Jetzt im Profil einrichten',
      to: paths.profile,
      hash: provider ? 'anmeldedienste' : 'passkeys',
    },
  }
}

/** What the school demands of this login before there are any rights; undefined when nothing is missing. */
const accessStepOf = (session: BaseData['session'] | undefined) => {
  if (session?.lacked_way) return wayStep(session.lacked_way)
  return session?.lacks_two_factor ? FACTOR_STEP : undefined
}

/** On every page while something is missing. */
export const AccessNoticeCard = () => {
  const step = accessStepOf(useSignedIn()?.session)
  if (!step) return null
  const { text, ...link } = step.link
  return (
    <section
      className={`sh-words sh-ink sh-gap-2 sh-rows-1 sh-rule-below sh-screen-only ${dialogs.notice}`}
      aria-label={step.label}
    >
      <Group component="p" m={0} gap="xs" wrap="nowrap" align="start">
        <TriangleAlert size={20} aria-hidden />
        {step.notice}
      </Group>
      <Link {...link}>{text}</Link>
    </section>
  )
}

/** Leads to the next step if something is missing; `isPage`: it replaces a page that is held back. */
export const AccessStepCard = ({ isPage = false }: { isPage?: boolean }) => {
  const step = accessStepOf(useSignedIn()?.session)
  if (!step) return null
  const { text, ...link } = step.link
  return (
    <Card maw={600}>
      <EmptyState
        title={isPage ? step.heldBack : 'Noch ein Schritt, dann können Sie loslegen.'}
        text={step.text}
        action={
          <Button component={Link} {...link}>
            {link.to === paths.profile ? 'Zum Profil' : text}
          </Button>
        }
      />
    </Card>
  )
}

/** Replaces every page that cannot be reached before the school's demand is met. */
export const HeldBackPage = ({ title }: { title: string }) => (
  <>
    <PageTitle>{title}</PageTitle>
    <AccessStepCard isPage />
  </>
)
