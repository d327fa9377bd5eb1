import { ActionIcon, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Pencil, Plus, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { counted } from '#contract/counted.ts'
import { berlinToday, formatDate } from '#contract/dates.ts'
import { type PaperSubject, STORED_PAPER_LABELS } from '#contract/papers/papers.kinds.ts'
import { PAPER_ENDPOINTS, PAPERS_MAX, type Paper } from '#contract/papers/papers.ts'
import { SUBJECT_PERMISSIONS } from '#contract/subjects.ts'
import { useMay } from '#web/api/base-data.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { EditableCard } from '#web/forms/EditableCard.tsx'
import { bytesText } from '#web/ui/bytes-text.ts'
import { focusField } from '#web/ui/focus-field.ts'
import { Loaded } from '#web/ui/Loaded.tsx'
import { type PaperRecord, papersQuery, removePaper, restorePaper } from './paper-actions.ts'
import classes from './papers.module.css'

/** Its code is loaded when it opens. */
const PaperDialog = lazy(() => import('./PaperDialog.tsx').then((module) => ({ default: module.PaperDialog })))

const HEADING = 'stored-papers'

const isDeleted = ({ deleted_at }: Paper) => deleted_at !== null

const factsText = ({ kind, created_at, pages, size, created_by }: Paper) =>
  [
    STORED_PAPER_LABELS[kind],
    formatDate(berlinToday(new Date(created_at))),
    counted(pages, 'Seite', 'Seiten'),
    bytesText(size),
    created_by ?? 'unbekannt',
  ].join(' · ')

interface PaperEntryProps {
  record: PaperRecord
  paper: Paper
  /** Missing: it may not be changed. */
  onEdit: (() => void) | undefined
}

const PaperEntry = ({ record, paper, onEdit }: PaperEntryProps) => {
  const { save, isRunning } = useSavedFile()
  const open = () =>
    save(() => callForFile(PAPER_ENDPOINTS[record.subject].file, { params: { id: record.id, paper_id: paper.id } }))
  const remove = async () => {
    // Its button goes with it.
    if (await removePaper(record, paper)) focusField(HEADING)
  }
  return (
    <li className="sh-padded-2 sh-line sh-spread sh-gap-2">
      <span className="sh-shrinks sh-breaks">
        <button
          type="button"
          className={`sh-bare sh-linked ${classes.open}`}
          disabled={isRunning}
          onClick={() => void open()}
        >
          {paper.title}
        </button>
        <br />
        <span className="sh-quiet sh-small">{factsText(paper)}</span>
      </span>
      {onEdit && (
        <span className="sh-inline sh-fixed">
          <ActionIcon aria-label={`${paper.title} bearbeiten`} onClick={onEdit}>
            <Pencil size={18} aria-hidden />
          </ActionIcon>
          <ActionIcon aria-label={`${paper.title} löschen`} onClick={() => void remove()}>
            <Trash2 size={18} aria-hidden />
          </ActionIcon>
        </span>
      )}
    </li>
  )
}

/** A deleted paper can be restored from here for a day. */
const DeletedEntry = ({ record, paper: { id, title } }: Omit<PaperEntryProps, 'onEdit'>) => {
  const restore = async () => {
    // Its button goes with it.
    if (await restorePaper(record, id)) focusField(HEADING)
  }
  return (
    <li className="sh-padded-2 sh-quiet sh-small sh-breaks">
      Gelöscht: {title} ·{' '}
      <button
        type="button"
        className="sh-bare sh-linked"
        aria-label={`${title} zurückholen`}
        onClick={() => void restore()}
      >
        Zurückholen
      </button>
    </li>
  )
}

interface PaperListProps {
  record: PaperRecord
  papers: readonly Paper[]
  /** Missing: nothing may be changed. */
  onEdit: ((paper: Paper) => void) | undefined
}

const PaperList = ({ record, papers, onEdit }: PaperListProps) => {
  const deleted = onEdit ? papers.filter(isDeleted) : []
  const stored = papers.filter((paper) => !isDeleted(paper))
  return (
    <>
      {stored.length === 0 && <p className="sh-quiet sh-flush">Noch keine Unterlage.</p>}
      <ul className="sh-plain-list sh-ruled">
        {stored.map((paper) => (
          <PaperEntry key={paper.id} record={record} paper={paper} onEdit={onEdit && (() => onEdit(paper))} />
        ))}
        {deleted.map((paper) => (
          <DeletedEntry key={paper.id} record={record} paper={paper} />
        ))}
      </ul>
    </>
  )
}

interface RecordPapersWidgetProps {
  subject: PaperSubject
  id: number
  /** Beside another card about papers it needs a name of its own. */
  title?: string
  /** Nothing is added or changed here any more. */
  isFixed?: boolean | undefined
}

/** The stored papers of a record, for whoever may edit it; nothing for others. */
export const RecordPapersWidget = ({ subject, id, title = 'Unterlagen', isFixed = false }: RecordPapersWidgetProps) => {
  const isShown = useMay()(SUBJECT_PERMISSIONS[subject])
  const record = { subject, id }
  const query = useQuery({ ...papersQuery(record), enabled: isShown })
  const [open, setOpen] = useState<Paper | 'new'>()
  if (!isShown) return null
  const isFull = (query.data ?? []).filter((paper) => !isDeleted(paper)).length >= PAPERS_MAX
  return (
    <EditableCard
      name="unterlagen"
      headingId={HEADING}
      title={title}
      isUnprinted
      tools={
        !isFixed &&
        !isFull && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<Plus size={18} aria-hidden />}
            onClick={() => setOpen('new')}
          >
            Unterlage ablegen
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {(papers) => <PaperList record={record} papers={papers} onEdit={isFixed ? undefined : setOpen} />}
      </Loaded>
      {isFull && <p className="sh-quiet sh-flush sh-above-2">Mehr als {PAPERS_MAX} Unterlagen gehen hier nicht.</p>}
      {open && (
        <Suspense fallback={null}>
          <PaperDialog record={record} {...(open !== 'new' && { paper: open })} onGone={() => setOpen(undefined)} />
        </Suspense>
      )}
    </EditableCard>
  )
}
