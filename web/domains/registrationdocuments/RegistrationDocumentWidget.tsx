import { FileDown } from 'lucide-react'
import { registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'

interface DocumentProps {
  id: number
  /** Names the document where nothing around the button does. */
  label?: string
  /** A shorter text on the button, where there is little room. */
  text?: string
}

/** The Aufnahmeantrag of one application as a file (domain §2.4). */
export const RegistrationDocumentWidget = ({ id, label = 'Dokument herunterladen', text = label }: DocumentProps) => {
  const { save, isRunning } = useSavedFile()
  return (
    <ActionButton
      fullWidth
      variant="default"
      aria-label={label}
      aria-keyshortcuts="d"
      data-page-key="d"
      isRunning={isRunning}
      leftSection={<FileDown size={20} aria-hidden />}
      onClick={() => void save(() => callForFile(registrationDocumentEndpoints.document, { params: { id } }))}
    >
      {text}
    </ActionButton>
  )
}
