import { Card } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { useEffect, useState } from 'react'
import { PREVIEW_KINDS, PREVIEW_ROWS, type PreviewFigure } from '#contract/retentions/retentions.lists.ts'
import { NOTICE_DAYS } from '#contract/retentions/retentions.rules.ts'
import { RETENTION_TEXTS } from '#contract/retentions/retentions.ts'
import { useToday } from '#web/api/base-data.ts'
import { usePrintAll } from '#web/lists/use-print-all.ts'
import { useUrlSearch } from '#web/lists/use-url-search.ts'
import { paths } from '#web/paths.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { focusTitleIfLost } from '#web/ui/focus-field.ts'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { PageIntro } from '#web/ui/PageIntro.tsx'
import { PhoneMenu } from '#web/ui/PhoneMenu.tsx'
import { PrintButton } from '#web/ui/PrintButton.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { useNarrow } from '#web/ui/use-narrow.ts'
import { HoldDialog } from './HoldDialog.tsx'
import type { HeldRecord } from './hold-actions.ts'
import { FigureTable, PreviewTable } from './PreviewTable.tsx'
import { ProposalsCard } from './ProposalsCard.tsx'
import { countDue, countHeld, figuresOfKind, kindOptions, soonestFirst } from './preview-rows.ts'
import { type LoadedPreview, type PreviewLines, usePreviewLines } from './use-preview-lines.ts'

/** How many of the lines that the filter leaves over are loaded. */
const printed = (preview: LoadedPreview, { kind }: PreviewFilter) => {
  const ofKind = figuresOfKind(preview, kind)
  const isLine = ({ kind: of }: PreviewFigure) => of !== 'sicknote'
  return {
    data: [...preview.due, ...preview.held],
    total: countDue(ofKind.figures.filter(isLine)) + countHeld(ofKind),
  }
}

/** What the address leaves over of the figures; the server filters the lines. */
const usePreviewFilter = () => {
  const url = useUrlSearch()
  return {
    kind: PREVIEW_KINDS.find((one) => one === url.get('art')),
    chooseKind: (value: string | undefined) => url.set({ art: value }),
  }
}
type PreviewFilter = ReturnType<typeof usePreviewFilter>

interface PreviewProps {
  filter: PreviewFilter
  preview: LoadedPreview
  lines: PreviewLines
  onHold: (record: HeldRecord) => void
}

const Preview = ({ filter, preview, lines, onHold }: PreviewProps) => {
  const kinds = kindOptions(preview)
  const ofKind = figuresOfKind(preview, filter.kind)
  const figures = soonestFirst(ofKind.figures, useToday())
  const held = countHeld(ofKind)
  return (
    <>
      {kinds.length > 1 && (
        <TabPicker
          label="Art der Daten"
          options={[
            { value: undefined, label: 'Alle', count: countDue(preview.figures) },
            ...kinds.map((option) => ({ ...option, value: option.value as string | undefined })),
          ]}
          chosen={filter.kind}
          onChoose={filter.chooseKind}
        />
      )}
      <div className="sh-grid sh-gap-4">
        {figures.length > 1 && (
          <TitledCard id="figures" title={`In den nächsten ${NOTICE_DAYS} Tagen`} gap="xs">
            <FigureTable rows={figures} held={held} />
          </TitledCard>
        )}
        {figures.length === 0 && (
          <Card>
            <EmptyState title={RETENTION_TEXTS.none} />
          </Card>
        )}
        {figures.length + held > 0 && (
          <TitledCard id="lines" title="Einzelne Einträge" gap="xs">
            <PreviewTable preview={preview} shown={figures} held={held} lines={lines} onHold={onHold} />
          </TitledCard>
        )}
        <ProposalsCard />
      </div>
    </>
  )
}

/** A phone rarely prints. */
const PageActions = ({ onPrint }: { onPrint: () => void }) =>
  useNarrow() ? (
    <PhoneMenu>
      <MenuEntry icon={Printer} onClick={onPrint}>
        Drucken
      </MenuEntry>
    </PhoneMenu>
  ) : (
    <PrintButton onPrint={onPrint} />
  )

/** Domain DP-07: what the nights of the next two weeks delete, and what is kept in spite of its period. */
export const RetentionPreviewPage = () => {
  const filter = usePreviewFilter()
  const lines = usePreviewLines(filter)
  const [record, setRecord] = useState<HeldRecord>()
  const { preview } = lines
  const print = usePrintAll({ perPage: PREVIEW_ROWS, setPerPage: lines.showAll }, preview && printed(preview, filter))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that changes its table takes the pressed button with it
  useEffect(focusTitleIfLost, [preview])
  return (
    <>
      <PageHead count={preview && countDue(preview.figures)} actions={<PageActions onPrint={print} />}>
        Löschvorschau
      </PageHead>
      <PageIntro>
        Was seine Frist erreicht hat, wird nachts endgültig gelöscht. Vorher steht es mindestens {NOTICE_DAYS} Tage
        hier. Fristen:{' '}
        <Link to={paths.schools} hash="aufbewahrung">
          Schulverwaltung, Aufbewahrung
        </Link>
        . Schon gelöscht: <Link to={paths.erasureProofs}>Löschnachweise</Link>.
      </PageIntro>
      {preview && <Preview filter={filter} preview={preview} lines={lines} onHold={setRecord} />}
      {record && (
        <HoldDialog key={`${record.subject} ${record.id}`} record={record} onGone={() => setRecord(undefined)} />
      )}
    </>
  )
}
