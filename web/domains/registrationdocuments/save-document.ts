import { registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { actOnce } from '#web/api/act-once.ts'
import { callForFile } from '#web/api/client.ts'
import { notify } from '#web/shell/notify.tsx'
import { saveFile } from '#web/ui/save-file.ts'

/** Saves the Aufnahmeantrag from a menu, which is gone while the file is made. */
export const saveDocument = async (id: number) => {
  const file = await actOnce(`document of registration ${id}`, () =>
    callForFile(registrationDocumentEndpoints.document, { params: { id } }),
  )
  if (!file) return
  saveFile(file)
  void notify(`Die Datei „${file.name}“ ist gespeichert.`)
}
