import { Button, Stack, TextInput } from '@mantine/core'
import { Copy, Download } from 'lucide-react'
import { accessPackageEndpoints, type PackageReply } from '#contract/accesspackages/accesspackages.ts'
import { momentText } from '#contract/dates.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { copyText } from '#web/shell/copy-text.ts'
import { ActionButton } from '#web/ui/ActionButton.tsx'

interface PackageFileCardProps {
  made: PackageReply
  isSaved: boolean
  onSaved: () => void
}

/** A package that was made: the password, which stands only here, and the file, which can be fetched once. */
export const PackageFileCard = ({ made, isSaved, onSaved }: PackageFileCardProps) => {
  const { save, isRunning } = useSavedFile()
  const { password, id, filename, expires_at } = made
  const fetchFile = async () => {
    if (isSaved) return
    if (await save(() => callForFile(accessPackageEndpoints.download, { params: { id } }))) onSaved()
  }
  return (
    <Stack gap="md">
      <p className="sh-flush" role="status">
        Die Auskunft ist erstellt.
      </p>
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
    </Stack>
  )
}
