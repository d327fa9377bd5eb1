import { useRef, useState } from 'react'
import type { DataCheckFamily } from '#contract/datachecks/datachecks.family.ts'
import { DATA_CHECK_TEXTS } from '#contract/datachecks/datachecks.texts.ts'
import { formatDate } from '#contract/dates.ts'
import { publicFailureText } from '#web/api/public-failure.ts'
import { type SchoolPhones, SchoolPhonesWidget, useSchoolPhones } from '#web/domains/schools/SchoolPhonesWidget.tsx'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { focusHeading, NativeHeading } from '#web/ui/native/NativeHeading.tsx'
import { NativeNotice } from '#web/ui/native/NativeNotice.tsx'
import { PhoneLink, PublicPage } from '#web/ui/native/PublicPage.tsx'
import { useAfterRender } from '#web/ui/native/use-after-render.ts'
import { usePageTitle } from '#web/ui/native/use-page-title.ts'
import classes from './DataCheck.module.css'
import { DataCheckForm } from './DataCheckForm.tsx'
import { useDataCheck } from './use-data-check.ts'

/** The key of a link in a path below `/app`; the server alone says what works. */
export const tokenAt = (path: string) => /^\/datenabgleich\/([^/]+)\/?$/.exec(path)?.[1]

const TITLE = 'Ihre Kontaktdaten'

/** For every link that does not work, whatever the reason. */
const UnknownLinkCard = ({ phones }: { phones: SchoolPhones }) => (
  <>
    <NativeHeading>{TITLE}</NativeHeading>
    <div role="alert">
      <NativeNotice tone="negative">
        <p>{DATA_CHECK_TEXTS.unknown}</p>
      </NativeNotice>
    </div>
    <p className={classes.text}>
      Ein Link zum Datenabgleich gilt höchstens vier Wochen. Haben sich Ihre Angaben geändert, rufen Sie bitte in der
      Schule an.
    </p>
    <SchoolPhonesWidget schools={phones} />
  </>
)

const answerText = ({ answer, answered_on, declined }: DataCheckFamily) => {
  if (answer === 'none' || answered_on === null) return undefined
  if (answer === 'decided')
    return declined.length === 0
      ? 'Vielen Dank. Die Schule hat Ihre Antwort bearbeitet.'
      : `Die Schule hat Ihre Änderungen geprüft. Nicht übernommen: ${declined.join(', ')}.`
  return answer === 'confirmed'
    ? `Vielen Dank. Sie haben die Angaben am ${formatDate(answered_on)} durchgesehen.`
    : `Vielen Dank. Ihre Änderungen vom ${formatDate(answered_on)} sind bei der Schule. Sie prüft sie und trägt sie ein.`
}

interface CheckCardProps {
  token: string
  page: DataCheckFamily
  onPage: (page: DataCheckFamily) => void
  onReload: () => void
  onDeadLink: () => void
}

const CheckCard = ({ token, page, onPage, onReload, onDeadLink }: CheckCardProps) => {
  const afterRender = useAfterRender()
  // A new answer fills the fields anew.
  const revision = useRef(0)
  const [isRefused, setRefused] = useState(false)
  const answered = answerText(page)
  const onAnswer = (next: DataCheckFamily) => {
    revision.current += 1
    setRefused(false)
    onPage(next)
    afterRender(focusHeading)
  }
  const children = page.children.map(({ firstname, schoolclass }) =>
    [firstname, schoolclass].filter(Boolean).join(', '),
  )
  return (
    <>
      <NativeHeading above={page.name}>{TITLE}</NativeHeading>
      <p className={classes.child}>{children.join(' · ')}</p>
      <div role="status">
        {answered && !isRefused && (
          <NativeNotice tone={page.declined.length > 0 ? 'attention' : 'positive'}>{answered}</NativeNotice>
        )}
      </div>
      <p className={classes.text}>
        {answered
          ? 'Sie können die Seite jetzt schließen. Fällt Ihnen noch etwas auf, ändern Sie es hier und senden Sie es noch einmal.'
          : 'Bitte sehen Sie die Angaben durch und ändern Sie, was nicht mehr stimmt. Ist alles richtig, genügt ein Druck auf „Alles stimmt“ am Ende der Seite.'}{' '}
        Sie müssen kein Feld ausfüllen; nur von weiteren Kontaktpersonen brauchen wir Vorname, Nachname und Telefon. Der
        Link gilt bis zum {formatDate(page.ends_on)}. Fragen? Telefon <PhoneLink phone={page.school.phone} />
      </p>
      <DataCheckForm
        key={`${page.seen} ${revision.current}`}
        {...{ token, page, onAnswer, onReload, onDeadLink }}
        onRefuse={() => setRefused(true)}
      />
    </>
  )
}

/** The page behind the link of a data check: a guardian looks through the own data (ADR 0070). */
export const DataCheckPage = ({ token }: { token: string | undefined }) => {
  const { state, load, show, forget } = useDataCheck(token)
  const phones = useSchoolPhones(state.kind === 'unknown')
  const shown = state.kind === 'unknown' && !phones ? 'loading' : state.kind
  const page = state.kind === 'loaded' ? state.page : undefined
  // The title stays in the browser's history: no name of a person.
  usePageTitle(TITLE, page?.school.name)

  if (page && token) {
    return (
      <PublicPage school={page.school}>
        <CheckCard {...{ token, page }} onPage={show} onReload={() => void load()} onDeadLink={forget} />
      </PublicPage>
    )
  }
  return (
    // Another page for the browser: the header grows with the school's name or goes, which would count as a shift.
    <PublicPage key={shown} school={shown === 'loading' ? undefined : null}>
      {shown === 'loading' && <p role="status">Daten werden geladen</p>}
      {state.kind === 'unknown' && phones && <UnknownLinkCard phones={phones} />}
      {state.kind === 'failed' && (
        <>
          <NativeHeading>{TITLE}</NativeHeading>
          <div role="alert">
            <NativeNotice tone="negative">{publicFailureText(state.failure)}</NativeNotice>
          </div>
          <NativeButton look="primary" onClick={() => void load()}>
            Noch einmal versuchen
          </NativeButton>
        </>
      )}
    </PublicPage>
  )
}
