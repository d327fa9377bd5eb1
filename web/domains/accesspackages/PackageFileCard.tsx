import { Button, Stack, TextInput, Title } from '@mantine/core'
import { Copy, Download, Printer } from 'lucide-react'
import { accessPackageEndpoints, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import { momentText } from '#contract/dates.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'
import { usePackagePaper } from './use-package-paper.ts'

interface PackageFileCardProps {
  made: PackageReply
  /** How it was handed out: the file is on the device, the PDF was opened. */
  isSaved: boolean
  isPrinted: boolean
  onSaved: () => void
  onPrinted: () => void
}

const FilePart = ({ made, isSaved, onSaved }: PackageFileCardProps) => {
  const { save, isRunning } = useSavedFile()
  const { password, id, filename, expires_at } = made
  const fetchFile = async () => {
    if (isSaved) return
    if (await save(() => callForFile(accessPackageEndpoints.download, { params: { id } }))) onSaved()
  }
  return (
    <section className="sh-stack sh-gap-2" aria-labelledby="package-file">
      <Title order={3} id="package-file">
        Als Datei
      </Title>
      <TextInput
        label="Passwort der Datei"
        description="Es steht nur hier. Sagen Sie es der Person getrennt von der Datei, zum Beispiel am Telefon."
        value={password}
        readOnly
        size="md"
        className="sh-figures"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="sh-wrap sh-gap-2">
        <ActionButton
          leftSection={<Download size={20} aria-hidden />}
          isRunning={isRunning}
          // Not `disabled`: the button that was just pressed must not lose the focus.
          data-disabled={isSaved || undefined}
          aria-disabled={isSaved}
          onClick={() => void fetchFile()}
          data-autofocus
        >
          Datei speichern
        </ActionButton>
        <Button
          variant="default"
          leftSection={<Copy size={20} aria-hidden />}
          onClick={() => void copyText({ text: password, done: 'Das Passwort ist kopiert.', label: 'Passwort' })}
        >
          Passwort kopieren
        </Button>
      </div>
      <p className="sh-flush sh-quiet">
        {isSaved
          ? `„${filename}“ ist auf Ihrem Gerät gespeichert und hier gelöscht. Löschen Sie sie auf Ihrem Gerät, sobald sie weitergegeben ist.`
          : `Die Datei liegt bis zum ${momentText(expires_at)} bereit. Sie können sie einmal speichern, danach wird sie hier gelöscht.`}
      </p>
      <p className="sh-flush sh-quiet">
        Zum Öffnen braucht es ein Programm, das AES-verschlüsselte ZIP-Dateien liest, zum Beispiel 7-Zip.
      </p>
    </section>
  )
}

const paperHint = ({ isSaved, isPrinted }: Pick<PackageFileCardProps, 'isSaved' | 'isPrinted'>) => {
  if (isPrinted)
    return 'Die PDF ist in einem neuen Tab geöffnet. Bis Sie dieses Fenster schließen, können Sie sie noch einmal öffnen.'
  if (isSaved) return 'Die Datei ist gespeichert und hier gelöscht. Drucken Sie die PDF, die darin liegt.'
  return 'Zum Lesen vorab oder für Familien, die Papier möchten. Die PDF öffnet sich einmal in einem neuen Tab. Das Protokoll vermerkt es.'
}

const PaperPart = ({ made, isSaved, isPrinted, onPrinted }: PackageFileCardProps) => {
  const { open, isRunning } = usePackagePaper(made, onPrinted)
  const isGone = isSaved && !isPrinted
  return (
    <section className="sh-stack sh-gap-2" aria-labelledby="package-paper">
      <Title order={3} id="package-paper">
        Auf Papier
      </Title>
      <div>
        <ActionButton
          variant="default"
          leftSection={<Printer size={20} aria-hidden />}
          isRunning={isRunning}
          data-disabled={isGone || undefined}
          aria-disabled={isGone}
          onClick={() => {
            if (!isGone) void open()
          }}
        >
          PDF öffnen und drucken
        </ActionButton>
      </div>
      <p className="sh-flush sh-quiet">{paperHint({ isSaved, isPrinted })}</p>
    </section>
  )
}

/** A package that was made: the file with its password, which stands only here, and the PDF alone for paper. */
export const PackageFileCard = (props: PackageFileCardProps) => (
  <Stack gap="lg">
    <p className="sh-flush" role="status">
      Die Auskunft ist erstellt.
    </p>
    <FilePart {...props} />
    <PaperPart {...props} />
  </Stack>
)
