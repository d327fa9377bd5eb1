import { Button, Text } from '@mantine/core'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ImportDetail, pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { ButtonRow } from '#web/ui/ButtonRow.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { openText, writtenCount } from './import-texts.ts'
import classes from './pupilimports.module.css'
import { useCommitImport } from './use-commit-import.tsx'

const saveErrorRows = (id: number) =>
  callForFile(pupilImportEndpoints.errorRows, { params: { id } }).then(saveFile, explainFailure)

const stateText = (open: string, { written, isOne }: { written: number; isOne: boolean }) => {
  if (open && written > 0) return `Ausgelassen ${isOne ? 'würde' : 'würden'} im Moment ${open}.`
  if (open) return `Noch lässt sich keine Zeile importieren: ${open}.`
  return written > 0 ? 'Alle Zeilen sind in Ordnung.' : 'Es gibt nichts zu importieren: Alles steht schon so im System.'
}

interface CommitProps {
  detail: ImportDetail
  onBack: () => void
  discard: ReactNode
}

/** The way on from the check: all, or only what is good. */
export const ImportCommitCard = ({ detail, onBack, discard }: CommitProps) => {
  const { counts, undecided, id } = detail
  const commit = useCommitImport(detail)
  const written = counts ? writtenCount({ counts, undecided }) : 0
  const open = openText(undecided)
  const hasErrorFile = counts !== null && counts.error + counts.duplicate > 0
  return (
    <div className="sh-stack sh-gap-3">
      <Text role="status">{stateText(open, { written, isOne: undecided.errors + undecided.duplicates === 1 })}</Text>
      <ButtonRow>
        <span className={`sh-wrap sh-gap-2 ${classes.side}`}>
          <Button variant="default" onClick={onBack}>
            Zurück
          </Button>
          {discard}
          {hasErrorFile && (
            <Button
              variant="default"
              leftSection={<Download size={20} aria-hidden />}
              onClick={() => void saveErrorRows(id)}
            >
              Fehlerzeilen als Excel laden
            </Button>
          )}
        </span>
        {written > 0 && (
          <ActionButton isRunning={commit.isRunning} onClick={() => void commit.ask(open)}>
            {open ? 'Nur fehlerfreie Zeilen importieren' : 'Importieren'}
          </ActionButton>
        )}
      </ButtonRow>
    </div>
  )
}
