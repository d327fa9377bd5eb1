import { Anchor, Card, List, Text, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { type DragEvent, useRef, useState } from 'react'
import { pupilImportEndpoints } from '#contract/pupilimports.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import classes from './PupilImport.module.css'
import { IMPORT_ENDINGS, useImportFile } from './use-import-file.ts'

const HINT_ID = 'import-hint'
const ERROR_ID = 'import-error'

const saveTemplate = () => callForFile(pupilImportEndpoints.template).then(saveFile, explainFailure)

/** Why a file was not taken, each reason in the words of spec §5. */
const Refusals = ({ errors }: { errors: readonly string[] }) => (
  <div id={ERROR_ID} role="alert" className={classes.refusals}>
    {errors.length > 0 && (
      <List>
        {errors.map((error) => (
          <List.Item key={error}>{error}</List.Item>
        ))}
      </List>
    )}
  </div>
)

/** Step 1: a file is dropped or chosen. */
export const ImportFileField = () => {
  const { errors, isRunning, take } = useImportFile()
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void take([...event.dataTransfer.files])
  }
  return (
    <Card component="section" aria-labelledby="import-file">
      <Title order={2} id="import-file" mb="xs">
        Datei wählen
      </Title>
      <fieldset
        aria-label="Datei mit der Liste"
        className={classes.drop}
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <p className={classes.quiet}>Datei hierher ziehen oder wählen.</p>
        <input
          ref={input}
          type="file"
          hidden
          data-testid="import-file"
          accept={IMPORT_ENDINGS.join(',')}
          onChange={(event) => {
            void take([...(event.currentTarget.files ?? [])])
            // The same file, mended, can be chosen once more.
            event.currentTarget.value = ''
          }}
        />
        <ActionButton
          isRunning={isRunning}
          leftSection={<FileUp size={20} aria-hidden />}
          aria-describedby={`${ERROR_ID} ${HINT_ID}`}
          onClick={() => input.current?.click()}
        >
          Datei wählen
        </ActionButton>
      </fieldset>
      <Refusals errors={errors} />
      <div id={HINT_ID} className={classes.hint}>
        <p>Excel (.xlsx) oder CSV, höchstens 10 MB und 20.000 Zeilen. Nötig sind Nachname, Vorname und Geburtsdatum.</p>
        <p>
          Auch Dateien aus SchILD-NRW (.dat); mehrere zusammen als ZIP. Niemand wird gelöscht, weil er in der Liste
          fehlt.
        </p>
      </div>
      <Text mt="sm">
        <Anchor component="button" type="button" onClick={() => void saveTemplate()}>
          Vorlage herunterladen
        </Anchor>
      </Text>
    </Card>
  )
}
