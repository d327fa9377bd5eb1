import { Menu } from '@mantine/core'
import { DOCUMENTS_MAX, registrationDocumentEndpoints } from '#contract/registrationdocuments/registrationdocuments.ts'
import { callForFile } from '#web/api/client.ts'
import { useSavedFile } from '#web/api/use-saved-file.ts'

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
