import { Button } from '@mantine/core'
import { ArchiveRestore, School, Trash2, X } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useMay } from '#web/api/base-data.ts'
import { focusOrTitle } from '#web/ui/focus-field.ts'
import classes from './PupilsPage.module.css'
import { restorePupils } from './pupil-list-actions.ts'
import type { ChosenPupil } from './use-pupil-selection.ts'

const DeletePupilsDialog = lazy(() =>
  import('./DeletePupilsDialog.tsx').then(({ DeletePupilsDialog: dialog }) => ({ default: dialog })),
)

const MoveToClassWidget = lazy(() =>
  import('#web/domains/schoolclasses/MoveToClassWidget.tsx').then(({ MoveToClassWidget: dialog }) => ({
    default: dialog,
  })),
)

export interface PupilsBulkCardProps {
  chosen: readonly ChosenPupil[]
  /** Of all hits of the filters. */
  total: number
  isEveryHit: boolean
  isBin: boolean
  onAll: () => void
  onClear: () => void
  onForget: (ids: readonly number[]) => void
}

type Action = 'class' | 'delete'

const idsOf = (pupils: readonly ChosenPupil[]) => pupils.map(({ id }) => id)

/** The bar of what can be done with the chosen: how many there are, all hits, its actions, none. */
const Bar = ({
  chosen,
  total,
  isEveryHit,
  onAll,
  onClear,
  children,
}: PupilsBulkCardProps & { children: ReactNode }) => (
  <section className={classes.bar} aria-label="Auswahl">
    <strong role="status">{`${chosen.length.toLocaleString('de-DE')} ausgewählt`}</strong>
    {!isEveryHit && (
      <Button variant="subtle" px="xs" onClick={onAll}>
        {`Alle ${total.toLocaleString('de-DE')} Treffer auswählen`}
      </Button>
    )}
    {children}
    <Button variant="subtle" px="xs" leftSection={<X size={20} aria-hidden />} onClick={onClear}>
      Auswahl aufheben
    </Button>
  </section>
)

const BinBar = (props: PupilsBulkCardProps) => {
  const ids = idsOf(props.chosen)
  const restore = async () => {
    if (await restorePupils(ids)) props.onForget(ids)
  }
  return (
    <Bar {...props}>
      <Button leftSection={<ArchiveRestore size={20} aria-hidden />} onClick={() => void restore()}>
        Wiederherstellen
      </Button>
    </Bar>
  )
}

const SchoolBar = ({ onOpen, ...props }: PupilsBulkCardProps & { onOpen: (action: Action) => void }) => {
  const may = useMay()
  return (
    <Bar {...props}>
      {may('manage schoolclass') && (
        <Button variant="default" leftSection={<School size={20} aria-hidden />} onClick={() => onOpen('class')}>
          Klasse zuweisen
        </Button>
      )}
      {may('manage pupil') && (
        <Button variant="default" leftSection={<Trash2 size={20} aria-hidden />} onClick={() => onOpen('delete')}>
          Löschen
        </Button>
      )}
    </Bar>
  )
}

/** Ux §3.3: what is done with several pupils at once; in the bin, getting them back. */
export const PupilsBulkCard = (props: PupilsBulkCardProps) => {
  const { chosen, isBin, onForget } = props
  const [opened, setOpened] = useState<{ action: Action; pupils: readonly ChosenPupil[] }>()
  const close = () => {
    setOpened(undefined)
    // The button went with the bar.
    if (document.activeElement === document.body) focusOrTitle(null)
  }
  return (
    <>
      {chosen.length > 0 && isBin && <BinBar {...props} />}
      {chosen.length > 0 && !isBin && (
        <SchoolBar {...props} onOpen={(action) => setOpened({ action, pupils: chosen })} />
      )}
      <Suspense fallback={null}>
        {opened?.action === 'class' && <MoveToClassWidget pupils={opened.pupils} onGone={close} />}
        {opened?.action === 'delete' && (
          <DeletePupilsDialog pupils={opened.pupils} onDeleted={onForget} onGone={close} />
        )}
      </Suspense>
    </>
  )
}
