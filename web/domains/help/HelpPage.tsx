import { Button, Card, Stack, Title } from '@mantine/core'
import { Link, redirect } from '@tanstack/react-router'
import { Keyboard, Printer } from 'lucide-react'
import { useMay, useSignedIn } from '#web/api/base-data.ts'
import { SchoolPhonesWidget, useSchoolPhones } from '#web/domains/schools/SchoolPhonesWidget.tsx'
import { paths } from '#web/paths.ts'
import { openFrameDialog } from '#web/shell/frame-dialogs.ts'
import { chaptersFor, type HelpEntry, helpFor } from '#web/shell/help-chapters.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { FoldedPart } from '#web/ui/FoldedPart.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { FAMILIES_TITLE, FAMILY_HELP, STAFF_TITLE } from './family-help.ts'
import { HelpSearchWidget } from './HelpSearchWidget.tsx'
import classes from './help.module.css'

/** The question mark of a page asks for its chapter, by the path of the page in the list of pages. */
export const loadHelp = async ({ search }: { search: URLSearchParams }) => {
  const place = helpFor(search.get('seite'))
  if (place) throw redirect({ to: place.path, hash: place.hash, replace: true })
}

const ChapterList = ({ chapters }: { chapters: readonly HelpEntry[] }) => (
  <ul className={`sh-plain-list ${classes.chapters}`}>
    {chapters.map(({ slug, title, about }) => (
      <li key={slug}>
        <Link to={paths.helpChapter(slug)} className="sh-bold">
          {title}
        </Link>
        <p className="sh-flush sh-quiet">{about}</p>
      </li>
    ))}
  </ul>
)

/** The same questions and answers as on the families' own pages. */
const FamiliesCard = () => (
  <Card component="section" aria-label={FAMILIES_TITLE}>
    <div className={classes.chapters}>
      {FAMILY_HELP.map(({ title, help }) => (
        <section key={title} aria-label={title}>
          <Title order={2} mb="xs">
            {title}
          </Title>
          {help.entries.map(({ question, answer, way }) => (
            <details key={question} className={classes.question}>
              <summary>{question}</summary>
              <p className="sh-flush">
                {answer} {way && <a href={way.to}>{way.text}</a>}
              </p>
            </details>
          ))}
        </section>
      ))}
    </div>
  </Card>
)

/** Most people without a session are parents. A colleague who cannot sign in finds the way at once. */
const StaffCard = () => {
  const { own, others } = chaptersFor(undefined)
  return (
    <Card>
      <FoldedPart name="mitarbeitende" summary={STAFF_TITLE}>
        <div className="sh-above-3">
          <ChapterList chapters={[...own, ...others]} />
        </div>
        <p className="sh-flush sh-above-4">
          <Link to={paths.handbook}>Alles zum Drucken</Link>
        </p>
      </FoldedPart>
      <p className="sh-flush sh-above-2 sh-quiet">
        Die Anmeldung klappt nicht? <Link to={helpFor(paths.login)?.path ?? paths.help}>Hilfe zum Anmelden</Link>
      </p>
    </Card>
  )
}

const StaffContents = () => {
  const { own, others } = chaptersFor(useSignedIn())
  return (
    <Stack gap="md">
      <TitledCard id="fuer-sie" title="Für Ihre Arbeit" gap="sm">
        <ChapterList chapters={own} />
      </TitledCard>
      {others.length > 0 && (
        <TitledCard id="weitere" title="Weitere Kapitel" gap="sm">
          <ChapterList chapters={others} />
        </TitledCard>
      )}
    </Stack>
  )
}

const Actions = () => (
  <>
    <Button
      className="sh-not-on-phones"
      variant="default"
      aria-haspopup="dialog"
      leftSection={<Keyboard size={20} aria-hidden />}
      onClick={() => openFrameDialog('shortcuts')}
    >
      Tastenkürzel
    </Button>
    <Button
      variant="default"
      leftSection={<Printer size={20} aria-hidden />}
      renderRoot={(props) => <Link {...props} to={paths.handbook} />}
    >
      Alles zum Drucken
    </Button>
  </>
)

const ChangesHint = () =>
  useMay()('view changelog') && (
    <>
      {' '}
      Was neu ist, steht im <Link to={paths.changelog}>ChangeLog</Link>.
    </>
  )

const StaffHelp = () => (
  <>
    <PageHead actions={<Actions />}>Hilfe</PageHead>
    <p className="sh-measure sh-flush sh-below-4">
      Das Handbuch zu Schulhof. Auf jeder Seite führt das Fragezeichen oben rechts
      <span className="sh-not-on-phones"> (oder F1)</span> zum passenden Kapitel.
      <ChangesHint />
    </p>
    <HelpSearchWidget>
      <StaffContents />
    </HelpSearchWidget>
  </>
)

/** In the middle, as the other pages for visitors; it appears in one piece with the numbers to call. */
const VisitorsHelp = () => {
  const phones = useSchoolPhones(true)
  return (
    <div className={classes.visitors}>
      <PageHead>Hilfe</PageHead>
      <div data-kept-back={phones === undefined || undefined}>
        <p className="sh-measure sh-flush sh-below-4">
          Antworten für Familien. Fragen zu Ihrem Kind beantwortet die Schule am Telefon.
          <ChangesHint />
        </p>
        <HelpSearchWidget>
          <Stack gap="md">
            <FamiliesCard />
            <StaffCard />
          </Stack>
        </HelpSearchWidget>
        <div className="sh-above-4">
          <SchoolPhonesWidget schools={phones ?? []} />
        </div>
      </div>
    </div>
  )
}

/** For staff the chapters that their work needs, then the others; for everybody else the answers for families. */
export const HelpPage = () => (useSignedIn() ? <StaffHelp /> : <VisitorsHelp />)
