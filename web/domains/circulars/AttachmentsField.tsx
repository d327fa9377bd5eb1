import { ActionIcon } from '@mantine/core'
import { Paperclip, X } from 'lucide-react'
import { ATTACHMENT_LIMIT, ATTACHMENTS_MAX } from '#contract/circulars/circulars.attachments.ts'
import { FileField } from '#web/forms/FileField.tsx'
import { bytesText } from '#web/ui/bytes-text.ts'
import { focusField } from '#web/ui/focus-field.ts'
import type { Attachments } from './use-attachments.ts'

const FIELD = 'attachments'

/** PDF files that go along, with a way to take each away again. */
export const AttachmentsField = ({ attachments }: { attachments: Attachments }) => {
  const { files, errors, isRunning, take, replace } = attachments
  const remove = (id: number) => {
    replace(files.filter((file) => file.id !== id))
    // The pressed button is gone.
    focusField(FIELD)
  }
  return (
    <div>
      <p className="sh-flush sh-bold sh-below-1">Anlagen (optional)</p>
      <FileField
        id={FIELD}
        label="Anlagen"
        accept={['application/pdf']}
        errors={errors}
        hint={`Höchstens ${ATTACHMENTS_MAX} PDF-Dateien, zusammen bis ${ATTACHMENT_LIMIT}. Alle Empfänger bekommen dieselben Dateien.`}
        button={{ text: 'PDF anhängen', icon: <Paperclip size={20} aria-hidden />, isRunning }}
        onTake={(taken) => void take(taken)}
        isSeveral
      >
        {files.length > 0 && (
          <ul className="sh-plain-list sh-breaks">
            {files.map(({ id, filename, size }) => (
              <li key={id} className="sh-inline sh-gap-2">
                {filename} <span className="sh-quiet sh-small">{bytesText(size)}</span>
                <ActionIcon aria-label={`${filename} entfernen`} onClick={() => remove(id)}>
                  <X size={20} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
      </FileField>
    </div>
  )
}
