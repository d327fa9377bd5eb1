import { useCallback, useEffect, useState } from 'react'
import { LEGAL_TITLES, type LegalKey, legalEndpoints } from '#contract/legal/legal.ts'
import { call } from '#web/api/client.ts'
import { NativeButton } from '#web/ui/native/NativeButton.tsx'
import { NativeDialog } from '#web/ui/native/NativeDialog.tsx'
import { TextBlocks } from '#web/ui/native/TextBlocks.tsx'

/** Spec §2, `footerUseDialogs`: a legal text above the page, which keeps what was typed; its text comes when it opens. */
export const LegalDialog = ({ legalKey, onClose }: { legalKey: LegalKey; onClose: () => void }) => {
  const [text, setText] = useState<string>()
  const [isRefused, setRefused] = useState(false)
  const load = useCallback(
    async (signal?: AbortSignal) => {
      setRefused(false)
      try {
        const reply = await call(legalEndpoints.find, { params: { key: legalKey }, ...(signal ? { signal } : {}) })
        setText(reply.body_markdown)
      } catch {
        if (!signal?.aborted) setRefused(true)
      }
    },
    [legalKey],
  )
  useEffect(() => {
    const stop = new AbortController()
    void load(stop.signal)
    return () => stop.abort()
  }, [load])
  return (
    <NativeDialog title={LEGAL_TITLES[legalKey]} onClose={onClose}>
      {text === undefined && !isRefused && <p role="status">Daten werden geladen</p>}
      {isRefused && (
        <div role="alert">
          <p>Konnte nicht geladen werden.</p>
          <NativeButton onClick={() => void load()}>Erneut versuchen</NativeButton>
        </div>
      )}
      {text !== undefined && <TextBlocks text={text} />}
    </NativeDialog>
  )
}
