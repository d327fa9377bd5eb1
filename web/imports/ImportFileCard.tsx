import { Anchor, Text } from '@mantine/core'
import { FileUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { LoadedFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { TitledCard } from '#web/ui/TitledCard.tsx'
import { type ImportRun, LIST_ENDINGS } from './list-file.ts'

interface ImportFileCardProps {
  run: Pick<ImportRun, 'refusal' | 'step' | 'take'>
  label: string
  hint: ReactNode
  /** Choosing a file is what comes next; later the card is small. */
  isMain: boolean
  loadTemplate: () => Promise<LoadedFile>
}

/** Step 1 of an import: a list is dropped or chosen, or its template taken. */
export const ImportFileCard = ({ run, label, hint, isMain, loadTemplate }: ImportFileCardProps) => (
  <TitledCard id="import-file" title="Datei wählen" gap="xs">
    <FileField
      id="import"
      label={label}
      accept={LIST_ENDINGS}
      errors={run.refusal ? [run.refusal] : []}
      hint={isMain && hint}
      button={{
        text: isMain ? 'Datei wählen' : 'Andere Datei wählen',
        icon: <FileUp size={20} aria-hidden />,
        isRunning: run.step === 'read',
      }}
      onTake={run.take}
      isMain={isMain}
    >
      <p className="sh-quiet sh-flush">Datei hierher ziehen oder wählen.</p>
    </FileField>
    {isMain && (
      <Text mt="sm">
        <Anchor component="button" type="button" onClick={() => void loadTemplate().then(saveFile, explainFailure)}>
          Vorlage herunterladen
        </Anchor>
      </Text>
    )}
  </TitledCard>
)
