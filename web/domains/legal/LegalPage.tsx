import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { History, Pencil } from 'lucide-react'
import { useState } from 'react'
import { formatDayOf } from '#contract/dates.ts'
import type { LegalText } from '#contract/legal/legal.ts'
import { LEGAL_TITLES, type LegalKey } from '#contract/legal/legal.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { queryClient } from '#web/api/query-client.ts'
import { focusField, focusTitle } from '#web/ui/focus-field.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { PrintHead } from '#web/ui/PrintHead.tsx'
import classes from './LegalPage.module.css'
import { LegalTextCard } from './LegalTextCard.tsx'
import { LegalTextForm } from './LegalTextForm.tsx'
import { LegalVersionsCard } from './LegalVersionsCard.tsx'
import { legalQuery } from './legal-query.ts'
import { useLegalDraft } from './use-legal-draft.ts'

/** When the text was published; the one that comes with the product has no day but that of the paper. */
const StateLine = ({ text: { created_at } }: { text: LegalText }) => {
  const today = useToday()
  return created_at ? <p className={classes.state}>Stand: {formatDayOf(created_at)}</p> : <PrintHead today={today} />
}

/** The list of versions follows it. */
const VERSIONS_BUTTON = 'show-versions'

/** For admins: the text, what it was before, and a form in its place. */
const EditableText = ({ text }: { text: LegalText }) => {
  const [isHistoryOpen, setHistoryOpen] = useState(false)
  const draft = useLegalDraft(text, () => {
    setHistoryOpen(true)
    focusField(VERSIONS_BUTTON)
  })
  const isEditing = draft.draft !== undefined
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
              <Button leftSection={<Pencil size={20} aria-hidden />} onClick={() => draft.edit()}>
                Bearbeiten
              </Button>
            </>
          )
        }
      >
        {LEGAL_TITLES[text.key]}
      </PageTitle>
      {isHistoryOpen && !isEditing && <LegalVersionsCard legalKey={text.key} onTakeOver={draft.edit} />}
      {isEditing ? (
        <LegalTextForm draft={draft} onClosed={focusTitle} />
      ) : (
        <>
          <StateLine text={text} />
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

const LegalPage = ({ legalKey }: { legalKey: LegalKey }) => {
  const text = useQuery(legalQuery(legalKey)).data
  const mayEdit = useMay()('debug view')
  if (!text) return null
  return mayEdit ? <EditableText text={text} /> : <ReadText text={text} />
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
