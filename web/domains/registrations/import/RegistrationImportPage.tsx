import { Anchor, Card, Stack, Text, Title } from '@mantine/core'
import { FileUp } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { REGISTRATION_IMPORT_TEXTS, registrationImportEndpoints } from '#contract/registrations/registrations.import.ts'
import { callForFile } from '#web/api/client.ts'
import { explainFailure } from '#web/api/errors.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { paths } from '#web/paths.ts'
import { useUnsavedChanges } from '#web/shell/use-unsaved-changes.ts'
import { Breadcrumb } from '#web/ui/Breadcrumb.tsx'
import { PageTitle } from '#web/ui/PageTitle.tsx'
import { saveFile } from '#web/ui/save-file.ts'
import { RegistrationImportColumnsCard } from './RegistrationImportColumnsCard.tsx'
import { RegistrationImportListCard } from './RegistrationImportListCard.tsx'
import { RegistrationImportRowsCard } from './RegistrationImportRowsCard.tsx'
import { IMPORT_ENDINGS, type RegistrationImport, useRegistrationImport } from './use-registration-import.ts'

const saveTemplate = () => callForFile(registrationImportEndpoints.template).then(saveFile, explainFailure)

const FileCard = ({ run }: { run: RegistrationImport }) => (
  <Card component="section" aria-labelledby="import-file">
    <Title order={2} id="import-file" mb="xs">
      Datei wählen
    </Title>
    <FileField
      id="import"
      label="Datei mit den Bewerbungen"
      accept={IMPORT_ENDINGS}
      errors={run.refusal ? [run.refusal] : []}
      hint={REGISTRATION_IMPORT_TEXTS.fileHint}
      button={{ text: 'Datei wählen', icon: <FileUp size={20} aria-hidden />, isRunning: run.step === 'read' }}
      onTake={run.take}
      isMain={!run.file}
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

/** What comes next is brought into sight, for eyes and for the keyboard. */
const useNextStep = (run: RegistrationImport) => {
  const place = useRef<HTMLDivElement>(null)
  const step = run.drafts ? 'rows' : run.file ? 'columns' : 'file'
  const before = useRef(step)
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    if (step === 'file') return
    place.current?.focus({ preventScroll: true })
    place.current?.scrollIntoView({ block: 'start' })
  }, [step])
  return { place, step }
}

/** ux §3.13 as a model: applications from a file, read, checked row by row, and taken at once. */
export const RegistrationImportPage = () => {
  const run = useRegistrationImport()
  const { place, step } = useNextStep(run)
  useUnsavedChanges(run.file !== undefined)
  const { file, mapping, fixed, source, drafts } = run
  return (
    <>
      <PageTitle
        breadcrumb={<Breadcrumb crumbs={[{ text: 'Bewerbungen', to: paths.registrations }]} current="Import" />}
      >
        Bewerbungen importieren
      </PageTitle>
      <Stack gap="md">
        <FileCard run={run} />
        {file && mapping && fixed && source && (
          <div ref={step === 'columns' ? place : undefined} tabIndex={-1}>
            <RegistrationImportColumnsCard
              file={file}
              mapping={mapping}
              fixed={fixed}
              filename={source.name}
              isRunning={run.step === 'check'}
              onMapping={run.setMapping}
              onFixed={run.setFixed}
              onSheet={run.readSheet}
              onCheck={() => void run.check()}
            />
          </div>
        )}
        {file && drafts && (
          <div ref={step === 'rows' ? place : undefined} tabIndex={-1}>
            <RegistrationImportRowsCard run={run} drafts={drafts} columns={file.columns} />
          </div>
        )}
        <RegistrationImportListCard />
      </Stack>
    </>
  )
}
