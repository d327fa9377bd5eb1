import { promptDialog } from './dialogs.tsx'
import { notify } from './notify.tsx'

interface Copied {
  text: string
  /** The confirmation, e.g. 'Der Schlüssel ist kopiert.' */
  done: string
  label: string
  /** What is asked for where nothing can be copied. */
  request?: string
}

/** Without TLS browsers have no clipboard: then the text is shown, to be copied by hand. */
export const copyText = async ({ text, done, label, request = 'Bitte kopieren Sie den Text:' }: Copied) => {
  const isCopied = await navigator.clipboard?.writeText(text).then(
    () => true,
    () => false,
  )
  if (isCopied) return notify(done)
  await promptDialog({ message: request, label, initial: text })
}
