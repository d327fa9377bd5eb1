import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { History, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import { LEGAL_TITLES, type LegalKey, type LegalText } from '#contract/legal/legal.ts'
import { gapsOf } from '#contract/legal/legal-gaps.ts'
import { headingAnchors, parseMarkdown } from '#contract/markdown-blocks.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { VersionsCard } from '#web/forms/VersionsCard.tsx'
import { paths } from '#web/paths.ts'
import { focusField, focusTitle } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import { FactChangesWidget } from './FactChangesWidget.tsx'
import classes from './LegalPage.module.css'
import { LegalTextForm } from './LegalTextForm.tsx'
import { draftQuery, legalQuery, versionsQuery } from './legal-query.ts'
import { type PublishedText, templateDraft } from './TemplateFormWidget.tsx'

/** Fewer headings are a short text, which needs no contents. */
const CONTENTS_FROM = 6

const focusHeading = (anchor: string) => document.getElementById(anchor)?.focus({ preventScroll: true })

/** A long text with its table of contents (ux §3.18). */
const LegalTextCard = ({ text }: { text: string }) => {
  const headings = headingAnchors(parseMarkdown(text))
  return (
    <div className={classes.text}>
      {headings.length >= CONTENTS_FROM && (
        <nav className={`sh-screen-only ${classes.contents}`} aria-label="Inhalt">
          <ul>
            {headings.map(({ level, text: heading, anchor }) => (
              <li key={anchor} data-level={level}>
                <Link to="." hash={anchor} activeOptions={{ includeHash: true }} onClick={() => focusHeading(anchor)}>
                  {heading}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <TextBlocks text={text} level={2} hasAnchors />
    </div>
  )
}

const nameOf = (version: number) => (version === 0 ? 'Mitgelieferter Text' : `Fassung ${version}`)

interface LegalVersionsCardProps {
  legalKey: LegalKey
  /** Undefined while a text is being written already. */
  onTakeOver: ((template: string) => void) | undefined
}

/** Every version stays readable; an old one can be taken over into the editor. */
const LegalVersionsCard = ({ legalKey, onTakeOver }: LegalVersionsCardProps) => {
  const { data, isError, refetch } = useQuery(versionsQuery(legalKey))
  const versions = data?.map(({ version_number, created_at, created_by_name, body_markdown, template_markdown }) => ({
    number: version_number,
    name: nameOf(version_number),
    at: created_at,
    by: created_by_name,
    body: body_markdown,
    template: template_markdown,
  }))
  return (
    <div className={`sh-screen-only sh-below-5 ${classes.form}`}>
      <VersionsCard
        title="Fassungen"
        order={2}
        versions={versions}
        hasFailed={isError}
        onRetry={() => void refetch()}
        dialogOf={({ name, body, template }, onClose) => {
          const takeOver = () => {
            onClose()
            onTakeOver?.(template)
          }
          return (
            <NativeDialog
              title={`${LEGAL_TITLES[legalKey]}: ${name}`}
              onClose={onClose}
              {...(onTakeOver && { action: { label: 'In den Editor übernehmen', run: takeOver, look: 'plain' } })}
            >
              <TextBlocks text={body} />
            </NativeDialog>
          )
        }}
      />
    </div>
  )
}

/** When the text was published; the one that comes with the product has no day but that of the paper. */
const StateLine = ({ text: { created_at } }: { text: LegalText }) => {
  const today = useToday()
  return created_at ? <PageIntro>Stand: {formatDayOf(created_at)}</PageIntro> : <PrintHead today={today} />
}

/** For admins: the law asks for these lines, and visitors do not see them until somebody has filled them in. */
const GapsCard = ({ gaps, onFill }: { gaps: readonly string[]; onFill: () => void }) =>
  gaps.length > 0 && (
    <Alert
      color="red"
      className="sh-screen-only"
      mb="md"
      icon={<TriangleAlert size={20} aria-hidden />}
      title={`Noch nicht eingetragen: ${gaps.join(', ')}`}
    >
      <p className="sh-flush sh-below-2">Besucher sehen diese Zeilen nicht. Vorgeschrieben sind sie trotzdem.</p>
      <Button onClick={onFill}>Jetzt eintragen</Button>
    </Alert>
  )

/** The list of versions follows it. */
const VERSIONS_BUTTON = 'show-versions'

/** For admins: the text, what it was before, and a form in its place. */
const EditableText = ({ text }: { text: LegalText }) => {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const { data: stored } = useQuery(draftQuery(text.key))
  const { preserved, remember } = usePreservedInput<TypedInput<PublishedText>>()
  const [draft, setDraft] = useState(preserved)
  const isEditing = draft !== undefined && stored !== undefined
  const edit = async (template?: string) =>
    setDraft(templateDraft(await queryClient.ensureQueryData(draftQuery(text.key)), template))
  const showVersions = () => {
    setHistoryOpen(true)
    focusField(VERSIONS_BUTTON)
  }
  const close = () => {
    setDraft(undefined)
    // The button that was pressed goes with the form.
    focusTitle()
  }
  return (
    <>
      <PageTitle
        actions={
          !isEditing && (
            <>
              <IconButton
                icon={History}
                id={VERSIONS_BUTTON}
                aria-expanded={isHistoryOpen}
                onClick={() => setHistoryOpen(!isHistoryOpen)}
              >
                Fassungen
              </IconButton>
              <Button leftSection={<Pencil size={20} aria-hidden />} onClick={() => void edit()}>
                Bearbeiten
              </Button>
            </>
          )
        }
      >
        {LEGAL_TITLES[text.key]}
      </PageTitle>
      {isHistoryOpen && !isEditing && (
        <LegalVersionsCard legalKey={text.key} onTakeOver={(template) => void edit(template)} />
      )}
      {isEditing ? (
        <LegalTextForm text={stored} draft={draft} remember={remember} onClosed={close} showVersions={showVersions} />
      ) : (
        <>
          <StateLine text={text} />
          {stored && <GapsCard gaps={gapsOf(stored.body_markdown)} onFill={() => void edit()} />}
          {stored && <FactChangesWidget changes={stored.changes} onRenew={() => void edit()} />}
          <LegalTextCard text={text.body_markdown} />
        </>
      )}
    </>
  )
}

const ReadText = ({ text }: { text: LegalText }) => (
  <>
    <PageTitle>{LEGAL_TITLES[text.key]}</PageTitle>
    <StateLine text={text} />
    <LegalTextCard text={text.body_markdown} />
  </>
)

/** The imprint says who runs the installation; this leads to those who wrote parts of it. */
const LicencesLink = () => (
  <p className="sh-screen-only">
    <Link to={paths.licences}>Lizenzen der enthaltenen Programme</Link>
  </p>
)

const LegalPage = ({ legalKey }: { legalKey: LegalKey }) => {
  const text = useQuery(legalQuery(legalKey)).data
  const mayEdit = useMay()('debug view')
  if (!text) return null
  return (
    <div className={classes.page}>
      {mayEdit ? <EditableText text={text} /> : <ReadText text={text} />}
      {legalKey === 'impressum' && <LicencesLink />}
    </div>
  )
}

const pageOf = (legalKey: LegalKey) => ({
  component: () => <LegalPage key={legalKey} legalKey={legalKey} />,
  load: () => queryClient.ensureQueryData(legalQuery(legalKey)),
})

/** Spec §2: legal_notice and data_privacy_notice, and the statement on accessibility beside them (ux §1). */
export const legalPages = {
  impressum: pageOf('impressum'),
  datenschutz: pageOf('datenschutz'),
  barrierefreiheit: pageOf('barrierefreiheit'),
}
