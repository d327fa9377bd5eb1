import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Download, Pencil, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { counted } from '#contract/counted.ts'
import { formatDayOf } from '#contract/dates.ts'
import { NOTICE_PLACEHOLDERS, NOTICE_REQUIRED } from '#contract/privacynotices/notice-texts.ts'
import {
  type NoticeVersion,
  type PrivacyNotices,
  privacyNoticeEndpoints,
} from '#contract/privacynotices/privacynotices.ts'
import { useMay } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { queryFor, useCall } from '#web/api/queries.ts'
import { queryClient } from '#web/api/query-client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { FactChangesWidget } from '#web/domains/legal/FactChangesWidget.tsx'
import {
  type PublishedText,
  TemplateFormWidget,
  templateDraft,
  type UseSave,
} from '#web/domains/legal/TemplateFormWidget.tsx'
import type { TypedInput } from '#web/forms/use-edit.ts'
import { usePreservedInput } from '#web/forms/use-preserved-input.ts'
import { VersionsCard } from '#web/forms/VersionsCard.tsx'
import { PageHead } from '#web/shell/PageHead.tsx'
import { focusField, focusTitle } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { NoticeReadersCard } from './NoticeReadersCard.tsx'
import classes from './PrivacyNotices.module.css'

const noticesQuery = queryFor(privacyNoticeEndpoints.get, {})

/** Awaited by the router. */
export const loadPrivacyNotices = () => queryClient.ensureQueryData(noticesQuery)

const TITLE = 'Datenschutzhinweise'

/** The newest version for the editor. A text that was written before there were placeholders is taken as it is. */
const publishedOf = ({ versions: [newest], facts }: PrivacyNotices): PublishedText | undefined =>
  newest && {
    template_markdown: newest.template_markdown ?? newest.body_markdown,
    body_markdown: newest.body_markdown,
    version_number: newest.version_number,
    facts,
  }

const loadAnew = async () => publishedOf(await queryClient.fetchQuery({ ...noticesQuery, staleTime: 0 }))

const originOf = ({ created_at, created_by_name }: NoticeVersion) =>
  [`seit ${formatDayOf(created_at)}`, created_by_name].filter(Boolean).join(', ')

const LackingAlert = ({ lacking, onRenew }: { lacking: readonly string[]; onRenew: (() => void) | undefined }) =>
  lacking.length > 0 && (
    <Alert
      color="yellow"
      mb="md"
      className="sh-screen-only"
      icon={<TriangleAlert size={20} aria-hidden />}
      title="Diese Fassung ist ohne Platzhalter geschrieben"
    >
      <p>
        Sie nennt nicht, was heute gilt: {lacking.join(', ')}. Das Gesetz verlangt diese Angaben. Der mitgelieferte Text
        enthält sie.
      </p>
      {onRenew && (
        <Button mt="sm" onClick={onRenew}>
          Mit dem mitgelieferten Text beginnen
        </Button>
      )}
    </Alert>
  )

/** The id of the list of versions; the page goes there after a version was published. */
const VERSIONS = 'versions'

interface NoticeVersionsCardProps {
  notices: PrivacyNotices
  /** Missing: this person may not publish. */
  onTakeOver: ((template: string) => void) | undefined
}

/** Every version stays readable, because applications name the one that was read. */
const NoticeVersionsCard = ({ notices, onTakeOver }: NoticeVersionsCardProps) => {
  const mayList = useMay()('manage pupil application')
  const versions = [
    ...notices.versions.map((version) => ({
      id: version.id,
      number: version.version_number,
      name: `Fassung ${version.version_number}`,
      at: version.created_at,
      by: [version.created_by_name, counted(version.readers, 'Bewerbung', 'Bewerbungen')].filter(Boolean).join(', '),
      body: version.body_markdown,
      template: version.template_markdown ?? version.body_markdown,
      readers: version.readers,
    })),
    {
      id: 0,
      number: 0,
      name: 'Mitgelieferter Text',
      at: null,
      by: 'mit Platzhaltern',
      body: notices.product_template,
      template: notices.product_template,
      readers: 0,
    },
  ]
  return (
    <div className="sh-screen-only">
      <VersionsCard
        title="Fassungen"
        order={2}
        versions={versions}
        hasFailed={false}
        onRetry={() => undefined}
        dialogOf={({ id, name, body, template, readers }, onClose) => {
          const takeOver = () => {
            onClose()
            onTakeOver?.(template)
          }
          return (
            <NativeDialog
              title={`${TITLE}: ${name}`}
              onClose={onClose}
              closeLabel="Schließen"
              {...(onTakeOver && { action: { label: 'In den Editor übernehmen', run: takeOver, look: 'plain' } })}
            >
              {id > 0 && mayList && <NoticeReadersCard id={id} readers={readers} />}
              <TextBlocks text={body} />
            </NativeDialog>
          )
        }}
      />
    </div>
  )
}

const usePublish: UseSave = (calls) => {
  const { run, isRunning } = useCall(privacyNoticeEndpoints.publish, calls)
  return { run: (body) => run({ body }), isRunning }
}

/** The text as a letter of the school, for families who want paper. */
const NoticePaper = ({ id }: Pick<NoticeVersion, 'id'>) => {
  const { save, isRunning } = useSavedFile()
  return (
    <IconButton
      icon={Download}
      loading={isRunning}
      onClick={() => void save(() => callForFile(privacyNoticeEndpoints.document, { params: { id } }))}
    >
      PDF
    </IconButton>
  )
}

interface NoticeViewProps {
  notices: PrivacyNotices
  newest: NoticeVersion
  published: PublishedText
}

/** The text that families read, what has changed since, and a form in its place (domain DP-01). */
const NoticeView = ({ notices, newest, published }: NoticeViewProps) => {
  const mayPublish = useMay()('view pupil sensitive')
  const { preserved, remember } = usePreservedInput<TypedInput<PublishedText>>()
  const [draft, setDraft] = useState(preserved)
  const edit = (template?: string) => setDraft(templateDraft(published, template))
  const close = () => {
    setDraft(undefined)
    // The button that was pressed goes with the form.
    focusTitle()
    window.scrollTo({ top: 0 })
  }
  return (
    <>
      <PageHead
        actions={
          !draft && (
            <>
              <PrintButton />
              <NoticePaper id={newest.id} />
              {mayPublish && (
                <IconButton icon={Pencil} data-primary onClick={() => edit()}>
                  Neue Fassung
                </IconButton>
              )}
            </>
          )
        }
      >
        {draft ? `Neue Fassung der ${TITLE}` : TITLE}
      </PageHead>
      <PageIntro>
        Diese Hinweise nach Art. 13 DSGVO liest jede Familie im Bewerbungsformular. Eine neue Fassung gilt ab sofort;
        wer das Formular gerade ausfüllt, wird gebeten, sie noch einmal zu lesen.
        {!mayPublish && ' Eine neue Fassung veröffentlicht die Schulleitung.'}
      </PageIntro>
      {draft ? (
        <TemplateFormWidget
          label="Text der Datenschutzhinweise"
          text={published}
          draft={draft}
          remember={remember}
          meanings={NOTICE_PLACEHOLDERS}
          required={NOTICE_REQUIRED}
          loadAnew={loadAnew}
          invalidates={[privacyNoticeEndpoints.get]}
          useSave={usePublish}
          onClosed={close}
          showVersions={() => focusField(VERSIONS)}
        />
      ) : (
        <div className={`sh-column sh-gap-4 ${classes.beside}`}>
          <div>
            <FactChangesWidget changes={notices.changes} onRenew={mayPublish ? () => edit() : undefined} />
            <LackingAlert
              lacking={notices.lacking}
              onRenew={mayPublish ? () => edit(notices.product_template) : undefined}
            />
            <TitledCard id="notice" title={`Fassung ${newest.version_number}`}>
              <p className="sh-quiet sh-flush sh-below-2">{originOf(newest)}</p>
              <div className="sh-measure sh-breaks">
                <TextBlocks text={newest.body_markdown} level={3} />
              </div>
            </TitledCard>
          </div>
          <NoticeVersionsCard notices={notices} onTakeOver={mayPublish ? edit : undefined} />
        </div>
      )}
    </>
  )
}

export const PrivacyNoticesPage = () => {
  const { data: notices } = useQuery(noticesQuery)
  const newest = notices?.versions[0]
  const published = notices && publishedOf(notices)
  return notices && newest && published && <NoticeView notices={notices} newest={newest} published={published} />
}
