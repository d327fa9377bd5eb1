import { useState } from 'react'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import type { ParentsHelp } from './parents-help.ts'

/** Opens a few questions and answers above the page, which keeps what was typed. */
export const ParentsHelpWidget = ({ title, entries }: ParentsHelp) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <NativeButton look="link" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Hilfe
      </NativeButton>
      {isOpen && (
        <NativeDialog title={title} onClose={() => setOpen(false)}>
          {entries.map(({ question, answer }) => (
            <section key={question}>
              <h3>{question}</h3>
              <p>{answer}</p>
            </section>
          ))}
        </NativeDialog>
      )}
    </>
  )
}
