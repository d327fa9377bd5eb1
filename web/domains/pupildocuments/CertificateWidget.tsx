import { Modal, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { fullName } from '#contract/person-names.ts'
import { PURPOSE_MAX, pupilDocumentEndpoints } from '#contract/pupildocuments/pupildocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { DialogButtonRow } from '#web/forms/DialogButtonRow.tsx'
import { useOpened } from '#web/ui/use-opened.ts'

interface CertificateWidgetProps {
  pupil: { id: number; firstname: string; lastname: string; lastname_prefix: string | null }
  onGone: () => void
}

/** The dialog that makes a Schulbescheinigung (domain §9b). */
export const CertificateWidget = ({ pupil, onGone }: CertificateWidgetProps) => {
  const [purpose, setPurpose] = useState('')
  const { save, isRunning } = useSavedFile()
  const { onClose: close, ...modal } = useOpened(onGone)
  const submit = async () => {
    const load = () =>
      callForFile(pupilDocumentEndpoints.certificate, { params: { id: pupil.id }, body: { purpose: purpose || null } })
    if (await save(load)) close()
  }
  return (
    <Modal {...modal} onClose={close} size={480} title={`Schulbescheinigung: ${fullName(pupil)}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Stack gap="md">
          <p className="sh-flush">
            Eine Seite zum Unterschreiben: Name, Geburtsdatum, Schuljahr und Klasse, seit wann das Kind die Schule
            besucht und voraussichtlich bis wann. Nach einem Abgang der Zeitraum des Besuchs.
          </p>
          <TextInput
            label="Zur Vorlage (optional)"
            description="Zum Beispiel: bei der Familienkasse"
            autoComplete="off"
            maxLength={PURPOSE_MAX}
            value={purpose}
            onChange={(event) => setPurpose(event.currentTarget.value)}
            data-autofocus
          />
        </Stack>
        <DialogButtonRow action="PDF speichern" isRunning={isRunning} onLeave={close} />
      </form>
    </Modal>
  )
}
