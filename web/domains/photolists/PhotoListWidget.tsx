import { Card, NativeSelect } from '@mantine/core'
import { FileSpreadsheet, Printer } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { childrenText, counted } from '#contract/counted.ts'
import { formatDate, momentText } from '#contract/dates.ts'
import { isChanged, photoSentence } from '#contract/photolists/photo-words.ts'
import type { PhotoList, PhotoPrint } from '#contract/photolists/photolists.ts'
import { useMay, useToday } from '#web/api/base-data.ts'
import { ApiFailure } from '#web/api/client.ts'
import { usePrinting } from '#web/lists/drawn-rows.ts'
import { PageHead } from '#web/shell/PageHead.tsx'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Loaded } from '#web/ui/Loaded.tsx'
import { TabPicker } from '#web/ui/TabPicker.tsx'
import { PhotoListTable, shownPupils } from './PhotoListTable.tsx'
import classes from './photo-list.module.css'
import type { PhotoScope } from './photo-list-query.ts'
import { usePhotoList } from './use-photo-list.ts'

const KINDS = { paper: 'gedruckt', excel: 'als Excel gespeichert' } as const

const COMPARED = { paper: 'dem Druck', excel: 'der Excel-Datei' } as const

const printText = ({ kind, printed_at, printed_by }: PhotoPrint) =>
  `${KINDS[kind]} am ${momentText(printed_at)}${printed_by ? ` von ${printed_by}` : ''}`

/** What has happened since the paper that people have. */
const sinceText = ({ since, pupils, gone }: PhotoList) => {
  if (!since) return 'Noch nicht gedruckt. Nach dem ersten Druck ist gekennzeichnet, was sich geändert hat.'
  const changed = pupils.filter(isChanged).length
  const news = changed === 0 ? 'Seitdem ist nichts anders' : `Seitdem anders: ${counted(changed, 'Kind', 'Kinder')}`
  const left = gone === 0 ? '' : `, nicht mehr auf der Liste: ${counted(gone, 'Kind', 'Kinder')}`
  const by = since.printed_by ? ` von ${since.printed_by}` : ''
  return `Verglichen mit ${COMPARED[since.kind]} vom ${momentText(since.printed_at)}${by}. ${news}${left}.`
}

const CLASSES_SHOWN = 3

/** „Fotoliste 3a, 20.11.2026“; of chosen children their classes, as long as they are few. */
const photoListTitle = (list: PhotoList | undefined, today: string) => {
  const all = list?.schoolclass
    ? [list.schoolclass]
    : (list?.pupils ?? []).flatMap(({ schoolclass }) => schoolclass ?? [])
  const names = [...new Set(all.map(({ classgradePlain }) => classgradePlain))]
  const classText = names.length > CLASSES_SHOWN ? `${names.length} Klassen` : names.join(', ')
  return [['Fotoliste', classText].filter(Boolean).join(' '), formatDate(today)].join(', ')
}

const unseenText = (count: number) =>
  `${counted(count, 'gewähltes Kind fehlt', 'gewählte Kinder fehlen')}: nicht mehr an der Schule oder nicht in Ihren Klassen.`

type Choice = Parameters<typeof shownPupils>[1]

const CHOICE_ON_PAPER: Record<Choice, string> = {
  all: '',
  limited: 'Auf diesem Blatt stehen nur Kinder, die nicht überall gezeigt werden dürfen.',
  changed: 'Auf diesem Blatt stehen nur Kinder, bei denen sich etwas geändert hat.',
}

interface FiltersProps {
  list: PhotoList
  choice: Choice
  onChoose: (choice: Choice) => void
  onSince: (id: number) => void
}

const Filters = ({ list, choice, onChoose, onSince }: FiltersProps) => {
  const { pupils, since, prints } = list
  const option = (value: Choice, label: string) => ({ value, label, count: shownPupils(pupils, value).length })
  return (
    <div className={`sh-wrap sh-gap-4 sh-below-4 sh-screen-only ${classes.filters}`}>
      <TabPicker
        label="Kinder"
        options={[
          option('all', 'Alle'),
          option('limited', 'Nur wer nicht überall darf'),
          ...(since ? [option('changed', 'Geändert')] : []),
        ]}
        chosen={choice}
        onChoose={onChoose}
      />
      {prints.length > 1 && (
        <NativeSelect
          label="Vergleichen mit"
          value={String(since?.id)}
          data={prints.map((one) => ({ value: String(one.id), label: printText(one) }))}
          onChange={(event) => onSince(Number(event.currentTarget.value))}
        />
      )}
    </div>
  )
}

const NONE_OF_CHOICE: Record<Choice, string> = {
  all: 'Hier sind noch keine Kinder.',
  limited: 'Alle Kinder dürfen überall gezeigt werden.',
  changed: 'Seit dem Druck hat sich nichts geändert.',
}

const isUnknown = (error: unknown) => error instanceof ApiFailure && error.status === 404

interface PhotoListWidgetProps {
  scope: PhotoScope
  crumbs: ComponentProps<typeof PageHead>['crumbs']
}

/** The page of a photo list: who may be shown where, to read, print and save; changes since a print are marked. */
export const PhotoListWidget = ({ scope, crumbs }: PhotoListWidgetProps) => {
  const may = useMay()
  const { query, print, isPrinting, saveFile, isSaving, setSince } = usePhotoList(scope)
  const [choice, setChoice] = useState<Choice>('all')
  // Draws the page again for the paper, with the time of this moment.
  usePrinting()
  const list = query.data
  const title = photoListTitle(list, useToday())
  const isFilled = list !== undefined && list.pupils.length > 0
  const sentence = isFilled ? photoSentence(list.pupils) : ''
  return (
    <>
      <PageHead
        crumbs={crumbs}
        current="Fotoliste"
        count={list?.pupils.length}
        scope={
          list &&
          [
            `${title} · ${childrenText(list.pupils.length)}.`,
            sentence,
            CHOICE_ON_PAPER[choice],
            list.since && sinceText(list),
          ]
            .filter(Boolean)
            .join(' ')
        }
        actions={
          isFilled && (
            <>
              {may('export personal data') && (
                <ActionButton
                  variant="default"
                  isRunning={isSaving}
                  leftSection={<FileSpreadsheet size={20} aria-hidden />}
                  onClick={() => void saveFile()}
                >
                  Excel
                </ActionButton>
              )}
              <ActionButton
                data-primary
                isRunning={isPrinting}
                leftSection={<Printer size={20} aria-hidden />}
                onClick={() => void print()}
              >
                Drucken
              </ActionButton>
            </>
          )
        }
      >
        {title}
      </PageHead>
      {isUnknown(query.error) ? (
        <EmptyState
          title="Diese Fotoliste gibt es nicht."
          text="Die Kinder sind nicht mehr an der Schule oder nicht in Ihren Klassen."
        />
      ) : (
        <Loaded query={query}>
          {(shown) => {
            const rows = shownPupils(shown.pupils, choice)
            return (
              <>
                <div className="sh-screen-only">
                  {sentence && <p className={`sh-flush ${classes.sentence}`}>{sentence}</p>}
                  <p className="sh-quiet sh-flush sh-below-3">{sinceText(shown)}</p>
                  {shown.unseen > 0 && <p className="sh-warn sh-flush sh-below-3">{unseenText(shown.unseen)}</p>}
                </div>
                {isFilled && <Filters list={shown} choice={choice} onChoose={setChoice} onSince={setSince} />}
                <Card>
                  {rows.length === 0 ? (
                    <EmptyState title={NONE_OF_CHOICE[choice]} />
                  ) : (
                    <PhotoListTable list={shown} pupils={rows} caption={title} />
                  )}
                </Card>
              </>
            )
          }}
        </Loaded>
      )}
    </>
  )
}
