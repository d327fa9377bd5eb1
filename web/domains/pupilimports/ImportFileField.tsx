import { Anchor, Card, Text, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { pupilImportEndpoints } from '#contract/pupilimports/pupilimports.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { IMPORT_ENDINGS, useImportFile } from './use-import-file.ts'

const HEADING_ID = 'import-heading'

const saveTemplate = () => callForFile(pupilImportEndpoints.template).then(saveFile, explainFailure)

/** Step 1: a file is dropped or chosen. */
export const ImportFileField = () => {
  const { errors, isRunning, take } = useImportFile()
  return (
    <Card component="section" aria-labelledby={HEADING_ID}>
      <Title order={2} id={HEADING_ID} mb="xs">
        Datei wählen
      </Title>
      <FileField
        id="import"
        label="Datei mit der Liste"
        accept={IMPORT_ENDINGS}
        errors={errors}
        hint={
          <>
            <p>
              Excel (.xlsx) oder CSV, höchstens 10 MB und 20.000 Zeilen. Nötig sind Nachname, Vorname und Geburtsdatum.
            </p>
            <p>
              Auch Dateien aus SchILD-NRW (.dat); mehrere zusammen als ZIP. Niemand wird gelöscht, weil er in der Liste
              fehlt.
            </p>
          </>
        }
        button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning }}
        onTake={(files) => void take(files)}
        isMain
      >
        <p className="sh-quiet sh-flush">Datei hierher ziehen oder wählen.</p>
      </FileField>
      <Text mt="sm">
        <Anchor component="button" type="button" onClick={() => void saveTemplate()}>
          Vorlage herunterladen
        </Anchor>
      </Text>
    </Card>
  )
}
