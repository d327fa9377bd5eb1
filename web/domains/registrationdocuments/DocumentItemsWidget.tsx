import { Menu } from '@mantine/core'
import { ChevronDown, FileDown, Printer } from 'lucide-react'
import type { ReactNode } from 'react'
import { DOCUMENTS_MAX, registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { actOnce } from '#web/api/act-once.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'
import { notify } from '#web/shell/notify.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { MenuEntry } from '#web/ui/MenuEntry.tsx'
import { saveFile } from '#web/ui/save-file.ts'

const CHOICES = [
  { has_notice: false, text: 'Für die Schule', hint: 'ohne Datenschutzhinweise' },
  { has_notice: true, text: 'Für die Familien', hint: 'mit Datenschutzhinweisen' },
] as const

const TOO_MANY = `Eine Datei fasst höchstens ${DOCUMENTS_MAX} Bewerbungen. Bitte wählen Sie weniger aus.`

/** Entries of a menu: the documents of several applications in one file. */
export const DocumentItemsWidget = ({ ids }: { ids: readonly number[] }) => {
  const { save, isRunning } = useSavedFile()
  const isTooMany = ids.length > DOCUMENTS_MAX
  return (
    <>
      <Menu.Label>{isTooMany ? TOO_MANY : 'Dokumente als PDF'}</Menu.Label>
      {CHOICES.map(({ has_notice, text, hint }) => (
        <Menu.Item
          key={text}
          disabled={isTooMany || isRunning}
          onClick={() =>
            void save(() =>
              callForFile(registrationDocumentEndpoints.documents, { body: { ids: [...ids], has_notice } }),
            )
          }
        >
          {text}
          <small style={{ display: 'block', color: 'var(--sh-ink-quiet)' }}>{hint}</small>
        </Menu.Item>
      ))}
    </>
  )
}

/** Saves the Aufnahmeantrag from a menu, which is gone while the file is made. */
const saveDocument = async (id: number) => {
  const file = await actOnce(`document of registration ${id}`, () =>
    callForFile(registrationDocumentEndpoints.document, { params: { id } }),
  )
  if (!file) return
  saveFile(file)
  notify(`Die Datei „${file.name}“ ist gespeichert.`)
}

/** Entry of a menu: the Aufnahmeantrag of one application as a file (domain §3.6). */
export const DocumentItemWidget = ({ id }: { id: number }) => (
  <MenuEntry icon={FileDown} onClick={() => void saveDocument(id)}>
    Dokument herunterladen
  </MenuEntry>
)

/** A button for what several applications are saved as: their documents in one file (ux §3.8), then other files. */
export const DocumentsButtonWidget = ({ ids, children }: { ids: readonly number[]; children: ReactNode }) => (
  // Stays while it is loaded: what its entries are doing would go with them.
  <Menu position="top-start" width={240} keepMounted>
    <Menu.Target>
      <IconButton icon={Printer} rightSection={<ChevronDown size={16} aria-hidden />}>
        Drucken, exportieren
      </IconButton>
    </Menu.Target>
    <Menu.Dropdown>
      <DocumentItemsWidget ids={ids} />
      {children}
    </Menu.Dropdown>
  </Menu>
)
